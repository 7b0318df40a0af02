import * as z from 'zod/mini'
import { route } from './route.ts'
import { zEmpty, zMoney, zTime } from './shapes.ts'

/** An open jackpot in one line, without its matches. `picks` is the number of its matches. */
const zHead = z.object({
  jackpot_id: z.string(),
  name: z.string(),
  amount: zMoney,
  stake: zMoney,
  closes_at: zTime,
  picks: z.number(),
})
export type JackpotHead = z.output<typeof zHead>

/** Apart from the other calls of jackpots: the front page asks for these, and loads none of the rest. */
export const jackpotHeads = {
  heads: route({
    method: 'GET',
    path: '/v1/jackpots/heads',
    auth: 'none',
    input: zEmpty,
    answer: z.object({ data: z.array(zHead) }),
    fallback: 'Fetching the jackpots failed',
  }),
} as const
