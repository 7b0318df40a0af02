import { operatorGames } from '@nare/contract/operator-games'
import { Head } from '../../parts/controls.tsx'
import { useRead } from '../../wire/use-read.ts'

/** The house's own games. */
export function GamesRoom() {
  const { data } = useRead(operatorGames.games, {})
  return <Head title="Own games" about={data && `${data.data.length} games`} />
}
