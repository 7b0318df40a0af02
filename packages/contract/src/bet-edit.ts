import * as z from 'zod/mini'
import { placingFailures, zBet } from './betting.ts'
import { marketingSource } from './marketing-source.ts'
import { route } from './route.ts'
import { zCommandId, zId, zMoney, zText } from './shapes.ts'
import { zSlipIn } from './slip-codes.ts'

/** Why a bet cannot be edited, beside the reasons for which it cannot be cashed out, with the English sentence of each. */
export const editReasons = {
  bonus: "A bet with bonus money can't be edited",
  unchanged: 'This is the same bet. Change a pick first',
  trader: 'A trader has to decide this bet. Cash out and place it as a new bet',
} as const

export type EditReason = keyof typeof editReasons

/**
 * Editing a bet: it is cashed out at a quote, and exactly that amount is staked on new picks. The old bet names the new one as `replaced_by`,
 * the new one the old one as `replaces`.
 */
export const betEdit = {
  /**
   * Replaces an open sports bet without bonus money, once: both happen, or neither. The stake is the amount of the quote. The new bet is a
   * single or a multi. In play both are decided again after the delay of live bets; until then the old bet takes no other command. Refused
   * as `quote_changed` with a new `quote` if the value has fallen, and as `not_available` with `reason` and its sentence.
   */
  edit: route({
    method: 'POST',
    path: '/v1/bet/edit',
    auth: 'bettor',
    input: z.object({
      id: zCommandId,
      bet_id: zId,
      quote_id: zText(300),
      slip: zSlipIn,
      accept: z._default(z.enum(['none', 'higher', 'any']), 'higher'),
      ...marketingSource,
    }),
    created: true,
    answer: z.object({ status: z.literal(201), message: z.string(), bet: zBet, balance: zMoney }),
    failures: ['not_found', 'quote_changed', 'quote_expired', 'quote_used', ...placingFailures],
    fallback: 'Editing the bet failed',
  }),
} as const
