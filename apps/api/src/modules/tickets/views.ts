import type { betStates, BetView } from '@nare/contract/betting'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import { bonusShare } from '#modules/bonus/bonus'
import type { BetRow } from './list-store.ts'
import type { TicketDetail } from './details.ts'
import type { Withheld } from './win-tax.ts'

/** A stored bet in the contract's shape. With `asPlaced` it is the open bet that the placement returned, without later changes. */
export function betView(row: BetRow, detail: TicketDetail, { asPlaced = false }: { asPlaced?: boolean } = {}): BetView {
  const settled = !asPlaced && row.state !== 'open'
  const boost = settled
    ? { percent: row.paid_percent, amount: row.paid_boost }
    : { percent: row.boost_percent, amount: row.boost_amount }
  return {
    bet_id: String(row.bet_id),
    id: row.client_id,
    product: row.product,
    type: row.type,
    ...(row.system && { system: row.system }),
    placed_at: row.placed_at.toISOString(),
    ...(settled && row.settled_at && { settled_at: row.settled_at.toISOString() }),
    stake: formatMoney(money(row.stake)),
    ...(row.bonus_stake > 0n && bonusView(row, { asPlaced })),
    total_odds: row.total_odds === null ? null : formatPrice(price(row.total_odds)),
    possible_win: row.possible_win === null ? null : formatMoney(money(row.possible_win)),
    ...(!asPlaced && cashOutView(row)),
    boost: { percent: Number(boost.percent), amount: formatMoney(money(boost.amount)) },
    state: asPlaced ? 'open' : row.state,
    returned: formatMoney(money(asPlaced ? 0n : row.returned)),
    ...(!asPlaced && taxView(row)),
    ...(!asPlaced && row.replaced_by !== null && { replaced_by: String(row.replaced_by) }),
    ...(row.replaces !== null && { replaces: String(row.replaces) }),
    rules_version: row.rules_version,
    ...detail,
  }
}

/** The state of a placed ticket. A bet that waits for a trader has none, and is no ticket yet. */
export const ticketState = ({ state }: Pick<BetView, 'state'>): (typeof betStates)[number] =>
  state === 'referred' || state === 'refused' ? 'open' : state

function bonusView(row: BetRow, { asPlaced }: { asPlaced: boolean }): Pick<BetView, 'bonus_stake' | 'bonus_returned'> {
  const part = { stake: row.stake, bonusStake: row.bonus_stake }
  const returned = bonusShare(asPlaced ? 0n : row.returned - row.tax, part)
  return { bonus_stake: formatMoney(money(part.bonusStake)), bonus_returned: formatMoney(money(returned)) }
}

/** The tax on winnings of a ticket, and what it left; nothing without one. */
export function taxView({
  returned,
  tax,
  tax_percent,
}: Pick<BetRow, 'returned' | 'tax' | 'tax_percent'>): Pick<BetView, 'tax'> {
  if (tax === 0n) return {}
  const [amount, paid] = [formatMoney(money(tax)), formatMoney(money(returned - tax))]
  return { tax: { percent: tax_percent ?? '0', amount, paid } }
}

/** The same of a ticket that another area shows, with what it has returned in cents. */
export const withheldView = (returned: bigint, withheld: Withheld | null | undefined): Pick<BetView, 'tax'> =>
  withheld ? taxView({ returned, tax: BigInt(withheld.tax), tax_percent: withheld.percent }) : {}

function cashOutView({ cashed, left_stake, left_win, rule }: BetRow): Pick<BetView, 'left' | 'cash_out'> {
  const paid = left_stake === null ? {} : { paid: formatMoney(money(cashed)) }
  const withRule = rule === null ? {} : { rule: formatMoney(money(rule)) }
  return {
    ...(left_stake !== null && {
      left: { stake: formatMoney(money(left_stake)), possible_win: formatMoney(money(left_win ?? 0n)) },
    }),
    ...((left_stake !== null || rule !== null) && { cash_out: { ...paid, ...withRule } }),
  }
}
