import * as z from 'zod/mini'
import { jackpotModes, voidPolicies } from './jackpot.ts'
import { zMoneyIn, zText } from './shapes.ts'

const zCount = (most: number) => z.int().check(z.gte(0), z.lte(most))

/** The terms of a new pool. Fixed pools have `prize` and `split`, the others `share` (percent, at most two places). */
export const jackpotTerms = {
  name: zText(80).check(z.trim(), z.minLength(2)),
  match_ids: z.array(z.string().check(z.regex(/^\d{8}$/))).check(z.minLength(1), z.maxLength(40)),
  /** The price of one line. */
  stake: zMoneyIn,
  mode: z.enum(jackpotModes),
  tiers: z
    .array(
      z.object({
        correct: zCount(40),
        prize: z.optional(zMoneyIn),
        split: z.optional(z.boolean()),
        share: z.optional(z.number().check(z.gte(0.01), z.lte(100))),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
  void_policy: z.enum(voidPolicies),
  /** For the policy cancel: the number of void matches from which all stakes are refunded. */
  cancel_at: z.optional(zCount(40)),
  /** For the policy counts_won. */
  reduced: z.optional(
    z
      .array(z.object({ voids: zCount(40), correct: zCount(40), percent: z.number().check(z.gte(0), z.lte(100)) }))
      .check(z.maxLength(200)),
  ),
  /** For the mode must_be_won: a pool that is settled at or after it shares everything; without it, this pool does. */
  deadline: z.optional(z.iso.datetime({ offset: true })),
} as const
