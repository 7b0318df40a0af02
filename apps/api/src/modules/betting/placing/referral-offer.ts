import { formatMoney, formatPrice, parsePrice, type Money, type Price } from '@nare/money/money'
import type { ReferralRow } from './referral-store.ts'

/** What a trader offers instead of what was asked. */
export type OfferedTerms = { readonly stake?: Money | undefined; readonly price?: Price | undefined }

/** What is wrong with an offer, by field: it lowers the stake, the price of a single, or both. */
export function offerFaults(
  { stake: asked, bonusStake, type, slip }: ReferralRow,
  { stake, price }: OfferedTerms,
  minStake: Money,
): Readonly<Record<string, string>> | undefined {
  const [pick] = slip.picks
  const most = pick && parsePrice(pick.asked)
  if (stake === undefined && price === undefined) return { stake: 'Offer another stake or another price' }
  if (stake !== undefined && bonusStake > 0n) return { stake: 'A stake with bonus money cannot be lowered' }
  if (stake !== undefined && stake < minStake) return { stake: `At least ${formatMoney(minStake)}` }
  if (stake !== undefined && stake > asked) return { stake: `At most ${formatMoney(asked as Money)}` }
  if (price !== undefined && type !== 'single') return { price: 'Only a single can be offered at another price' }
  if (price !== undefined && price <= 1000n) return { price: 'A price is above 1.00' }
  if (price !== undefined && most !== undefined && price > most) return { price: `At most ${formatPrice(most)}` }
  const isLower = (stake !== undefined && stake < asked) || (price !== undefined && most !== undefined && price < most)
  return isLower ? undefined : { stake: 'This is what was asked' }
}
