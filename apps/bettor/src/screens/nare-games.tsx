import { useParams } from 'wouter'
import { OwnGames } from '../features/games/nare-games.tsx'
import { Foot } from '../frame/foot.tsx'

/** The list of our own games above the links of every page's foot; a game has the whole window. */
export function NareGames() {
  const { game } = useParams()
  return (
    <>
      <OwnGames />
      {game === undefined && <Foot />}
    </>
  )
}
