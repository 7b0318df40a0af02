import { operatorLobby } from '@nare/contract/operator-lobby'
import { Head } from '../../parts/controls.tsx'
import { useRead } from '../../wire/use-read.ts'

/** The games of the casino's providers. */
export function CasinoRoom() {
  const { data } = useRead(operatorLobby.casinoGames, {})
  return <Head title="Casino" about={data && `${data.data.length} games`} />
}
