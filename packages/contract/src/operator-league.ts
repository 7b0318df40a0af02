import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zTime } from './shapes.ts'

/** Whether a competition accepts bets on its coming rounds. An operator or a fault may have stopped it. */
const zLeagueStop = z.object({
  competition_id: z.string(),
  name: z.string(),
  paused: z.boolean(),
  operator: z.nullable(z.string()),
  fault: z.nullable(z.string()),
  changed_at: zTime,
})

/** The operator calls of the league. Nobody can change or void a round that is drawn. */
export const operatorLeague = {
  league: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/league',
    input: z.object({}),
    answer: z.object({ data: z.array(zLeagueStop) }),
  }),
  /** Pauses betting on the coming rounds of a competition, or resumes it. No bet on it is accepted after a pause has returned. */
  pauseLeague: operatorRoute({
    permission: 'products.stop',
    action: 'league.pause',
    subject: 'competition :competition_id',
    audited: ['paused'],
    method: 'POST',
    path: '/v1/operator/league/:competition_id/pause',
    input: z.object({ competition_id: z.string().check(z.maxLength(8)), paused: z.boolean(), reason: zReason }),
    also: ['products.resume'],
    alsoNeeds: ({ paused }) => (paused ? undefined : 'products.resume'),
    answer: z.object({ competition_id: z.string(), paused: z.boolean() }),
    failures: ['not_found'],
  }),
} as const
