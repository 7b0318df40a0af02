import { useParams } from 'wouter'
import { OwnGames } from '../features/games/nare-games.tsx'
import { Foot } from '../frame/foot.tsx'

/** The list of house games with the page foot below it, or one game, which fills the window. */
export function NareGames() {
  const { game } = useParams()
  return (
    <>
      <OwnGames />
      {game === undefined && <Foot />}
    </>
  )
}
