import { operatorLeague } from '@nare/contract/operator-league'
import { Head } from '../../parts/controls.tsx'
import { useRead } from '../../wire/use-read.ts'

/** The Nare league. */
export function LeagueRoom() {
  const { data } = useRead(operatorLeague.league, {})
  return <Head title="Nare league" about={data && `${data.data.length} competitions`} />
}
