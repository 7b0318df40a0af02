import * as z from 'zod/mini'
import { jackpotTerms } from './jackpot-terms.ts'
import { route } from './route.ts'
import { zMoneyIn } from './shapes.ts'

export const sandboxJackpot = {
  /** Opens a pool immediately. `carried_over` is added to the pot of its name. */
  createJackpot: route({
    method: 'POST',
    path: '/sandbox/jackpots',
    auth: 'none',
    sandboxOnly: true,
    created: true,
    input: z.object({ ...jackpotTerms, carried_over: z.optional(zMoneyIn) }),
    answer: z.object({ jackpot_id: z.string(), code: z.string() }),
    failures: ['invalid_input'],
    fallback: 'Creating the jackpot failed',
  }),
} as const
