import type { BetView } from '@nare/contract/betting'
import type { LegProgress } from '../../state/bet-now.ts'

type TicketPick = NonNullable<BetView['picks']>[number]
export type PickState = 'open' | 'leading' | 'trailing' | 'won' | 'lost' | 'void'

/** The current state of a pick: settled by the server, else by the current score of its match, else open. */
export function pickStateNow(
  pick: Pick<TicketPick, 'outcomes' | 'state'>,
  progress: Pick<LegProgress, 'score'> | undefined,
): PickState {
  if (pick.state !== undefined && pick.state !== 'open') return pick.state
  const [home, away] = progress?.score.split(':').map(Number) ?? []
  if (home === undefined || away === undefined || Number.isNaN(home) || Number.isNaN(away)) return 'open'
  const outcome = home > away ? 'home_team' : home < away ? 'away_team' : 'draw'
  return pick.outcomes.includes(outcome) ? 'leading' : 'trailing'
}
