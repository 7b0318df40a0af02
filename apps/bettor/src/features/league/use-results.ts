import { fetchResults } from '../../state/calls-league.ts'
import { useApp } from '../../state/hooks.ts'
import type { VirtualLeagueState } from '../../state/virtual-league.ts'
import { useLeagueRead, type LeagueRows } from './use-league-read.ts'

type Result = VirtualLeagueState['results_data'][number]

/** The results of a season, or the latest ones of a competition; requested again when a round ends. */
export function useResults(id: string, season?: string): LeagueRows<readonly Result[]> {
  const round = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const rows = useApp(({ virtualLeague }) => virtualLeague.results_data)
  const input = { competition_id: id, ...(season !== undefined && { season }) }
  return useLeagueRead(fetchResults, input, { call: 'results', rows, reloadOn: round })
}
