import { editReasons } from '@nare/contract/bet-edit'
import { refused } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import type { Placing, RefusedTicket } from '#modules/tickets/tickets'
import type { DelayFacts, DelayStep, Entry, Reserved } from './delay.ts'
import type { Referred } from './referral.ts'
import type { Slip } from './slip.ts'

/**
 * Decides a slip that replaces a bet, under the same rules as any slip. In play it is not reserved: the result is a provisional reservation that
 * is not stored, with the interruptions to compare after the delay. It never waits for a trader.
 */
export function decideEdited(
  { revoked }: DelayFacts,
  slip: Slip,
  { product, betId, delayS }: { readonly product: Product; readonly betId: bigint; readonly delayS: number },
  decide: (step: DelayStep<Reserved | Referred>) => Placing<Entry> | RefusedTicket,
): Placing<Entry> | RefusedTicket {
  const { bettor, id: clientId, hash, stake, edit } = slip
  const before = edit?.interruptions
  if (before && revoked.has(slip.signingKey)) return { kind: 'refused', refusal: refused('session_expired') }
  const unstored = { betId, product, bettor, clientId, hash, stake, bonusStake: 0n }
  return decide({
    edit: { inPlay: edit?.inPlay ?? false },
    reservation: before && { ...unstored, interruptions: before },
    reserve: (interruptions) => ({
      kind: 'placed',
      bet: { ...unstored, interruptions, createdHere: false, delayS },
      isPaid: true,
      isProvisional: true,
    }),
    refer: () => ({
      kind: 'refused',
      refusal: refused('not_available', { reason: 'trader' }, editReasons.trader),
    }),
  })
}
