import * as z from 'zod/mini'
import { zMoney, zTime } from './shapes.ts'

/**
 * What a decision does to bets and money. `bets` are tickets whose settlement changes, `winners` those that are paid something afterwards, `lost`
 * those that are not. `paid` and `taken_back` are what settlements pay, bonus money included, and what earlier ones had paid. `debts` are by how
 * much bettors' debts grow, the largest first, at most 100, and `debt` is the sum of all. `legs` of the `of` picks are counted so far.
 * Where money moves that belongs to no ticket, `bets` is 0, `payees` are how many bettors it concerns, and `cash` is what the five with the largest
 * amounts have before and after. `withheld` is what is not paid and was waiting to be. `later` are prizes that wait once this is done: what is paid
 * unless somebody withholds it, what of the prizes the house keeps, and the five largest. `bonus` and `points` are what bettors have of these before
 * and after. `unknown` names what decides the rest of the effect, which nobody knows yet: the results of matches, or how bonus money is staked.
 */
export const zEffect = z.object({
  as_of: zTime,
  bets: z.number(),
  winners: z.number(),
  lost: z.number(),
  paid: zMoney,
  taken_back: zMoney,
  debt: zMoney,
  debts: z.array(z.object({ bettor_id: z.string(), amount: zMoney })),
  largest: z.array(z.object({ bettor_id: z.string(), ticket_id: z.string(), before: zMoney, after: zMoney })),
  legs: z.number(),
  of: z.number(),
  payees: z.optional(z.number()),
  cash: z.optional(z.array(z.object({ bettor_id: z.string(), before: zMoney, after: zMoney }))),
  withheld: z.optional(zMoney),
  later: z.optional(
    z.object({ paid: zMoney, kept: zMoney, to: z.array(z.object({ bettor_id: z.string(), amount: zMoney })) }),
  ),
  bonus: z.optional(z.array(z.object({ bettor_id: z.string(), before: zMoney, after: zMoney }))),
  points: z.optional(z.array(z.object({ bettor_id: z.string(), before: z.number(), after: z.number() }))),
  unknown: z.optional(z.enum(['results', 'wagering'])),
})
export type EffectView = z.output<typeof zEffect>

/**
 * The answer to a call with `preview`: nothing is changed. `counting`: there are so many picks that not all are counted yet; the same call again
 * goes on.
 */
export const zPreview = z.object({ state: z.enum(['preview', 'counting']), effect: zEffect })

/** The field of a call that asks what it would do. */
export const preview = z.optional(z.boolean())
