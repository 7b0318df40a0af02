import type { RawBuilder } from 'kysely'
import { noBoost, type Boost } from '@nare/bets/ticket/boost'
import type { Product } from '@nare/contract/products'
import { money, type Money } from '@nare/money/money'
import { bonusShare, planReturns, returnBonus, type BonusPart, type BonusReturn } from '#modules/bonus/bonus'
import type { Credit, Foresight, Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import { writeSettlements, writeTicketSet, type LockedTicket } from './store.ts'
import { insertTaxes, taxOfPayment, taxRates, withTax, type TaxingHouse, type TaxRow } from './win-tax.ts'

/**
 * The locked row of a ticket before its settlement. `stake` is what cash-outs have left of its stake, `cashed` the part of `returned` that they
 * have paid, `cashedTax` what they have withheld of the `tax`: none of it is reversed. `bonus`, only for a ticket with bonus money: its
 * whole stake, and the part that was bonus money.
 */
export type TicketToSettle = Pick<
  LockedTicket,
  'betId' | 'product' | 'bettor' | 'stake' | 'returned' | 'tax' | 'timesSettled'
> & {
  readonly cashed?: bigint
  readonly cashedTax?: bigint
  readonly bonus?: BonusPart | undefined
}

/**
 * The new state of a ticket; 'open' reverses an earlier settlement. `returned` is its return in addition to its cash-outs, `boost` the
 * part of the return that a boost adds.
 */
export type TicketSettlement = {
  readonly ticket: TicketToSettle
  readonly state: 'open' | 'won' | 'lost' | 'void'
  readonly returned: Money
  readonly boost?: Boost
}

/**
 * Settles tickets of any product in the caller's transaction, which has locked their rows (by id). Each return is paid from the
 * house account of the ticket's product; a separate transfer first reverses the payment of an earlier settlement, so posted
 * transfers are never edited. The tax on winnings is withheld from the payment, and goes back with its reversal. For a ticket with bonus
 * money, both are split between cash and bonus in proportion to the stake. Returns the bettors whose balances changed.
 */
export async function settleTickets(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  settlements: readonly TicketSettlement[],
): Promise<ReadonlySet<bigint>> {
  if (settlements.length === 0) return new Set()
  const { taxed, returns, back, due } = movesOf(ledger, settlements)
  const bettors = new Set([...back, ...due, ...returns].map((one) => one.bettor))
  const written = Promise.all([
    writeSettlements(
      tx,
      taxed.map(({ ticket, state, returned, boost = noBoost, tax }) => ({
        betId: ticket.betId,
        state,
        returned: money(returned + (ticket.cashed ?? 0n)),
        tax: tax + (ticket.cashedTax ?? 0n),
        paidBoost: boost,
      })),
    ),
    insertTaxes(tx, taxed.flatMap(taxRowsOf)),
  ])
  if (returns.length > 0) {
    await written
    // Locks all accounts of the settlements, by id; the correction below locks some of them again.
    const wallets = await ledger.lockWallets(tx, [...bettors])
    await returnBonus({ ledger }, tx, { returns, wallets })
  }
  await Promise.all([written, back.length + due.length > 0 && ledger.correct(tx, { back, due })])
  return bettors
}

/** A ticket that a settlement paid. */
export type PaidTicket = { readonly betId: bigint; readonly bettor: bigint; readonly returned: Money }

/** `rows` is a query of (bet_id, state, returned), with ids above `after` and up to `last`; other tickets are not read. */
export type TicketSet = {
  readonly product: Product
  readonly rows: RawBuilder<unknown>
  readonly after: bigint
  readonly last: bigint
}

/**
 * Settles a set of tickets of one product as won, lost or void; each ticket appears once. One statement writes all states and returns only
 * the tickets that are paid. A ticket that is not open stays unchanged, so repeating a set changes nothing. Each return is paid from the
 * house account of the product. Use `settleTickets` for results that may be corrected later. The caller ensures that two sets with the
 * same tickets do not run concurrently. Returns the number of settled tickets and the paid tickets.
 */
export async function settleTicketSet(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  set: TicketSet,
): Promise<{ readonly settled: number; readonly paid: readonly PaidTicket[] }> {
  const rate = ledger.winTax(set.product)
  const { settled, paid } = await writeTicketSet(tx, { ...set, rate })
  const due = paid.map(([betId, bettor, stake, returned, tax, state, times]): TaxedSettlement => {
    const ids = { betId: BigInt(betId), bettor: BigInt(bettor), product: set.product, timesSettled: times - 1 }
    const ticket = { ...ids, stake: BigInt(stake), returned: 0n, tax: 0n }
    return { ticket, state, returned: money(BigInt(returned)), rate, tax: BigInt(tax) }
  })
  if (due.length > 0)
    await Promise.all([
      insertTaxes(tx, due.flatMap(taxRowsOf)),
      ledger.credit(
        tx,
        due.map((one) => paymentOf(ledger, one)),
      ),
    ])
  return { settled, paid: due.map(({ ticket, returned }) => ({ ...ticket, returned })) }
}

/** What a settlement in chunks has done with one of them. */
type Chunk = { readonly isLast: boolean }

/**
 * Settles in chunks, each in one transaction, until the last one. The caller stores the progress in the chunk's transaction, so a committed
 * chunk is never repeated: the process may be killed at any point, and any process may call this again. A chunk is published while the next
 * one runs; if that fails, no further chunk begins. `mayContinue` is called before each chunk. Returns the last chunk; undefined if it was not reached.
 */
export async function settleInChunks<C extends Chunk>(
  db: Db,
  chunk: (tx: Tx, before: C | undefined) => Promise<C>,
  { publish, mayContinue }: { publish: (chunk: C) => Promise<unknown>; mayContinue: () => boolean },
): Promise<C | undefined> {
  let publishing: Promise<unknown> | undefined
  let before: C | undefined
  while (!before?.isLast && mayContinue()) {
    const committed = await transact(db, (tx) => chunk(tx, before))
    await publishing
    publishing = publish(committed)
    publishing.catch(() => undefined)
    before = committed
  }
  await publishing
  return before?.isLast ? before : undefined
}

/** A settlement with the tax that its payment withholds. */
export type TaxedSettlement = TicketSettlement & { readonly rate: TaxRow['rate']; readonly tax: bigint }

/** What settlements move: the bonus parts of both steps first, then the reversals in cash, then the payments in cash. */
function movesOf(ledger: Ledger, settlements: readonly TicketSettlement[]) {
  const rateOf = taxRates(ledger)
  const taxed = settlements.map((one): TaxedSettlement => {
    const { ticket, returned } = one
    const rate = rateOf(ticket.product)
    return { ...one, rate, tax: taxOfPayment(rate, { paid: returned, stake: ticket.stake, bonus: ticket.bonus }) }
  })
  return {
    taxed,
    returns: taxed.flatMap((one) => bonusReturnOf(ledger, one)),
    back: taxed.map(({ ticket }) => reversalOf(ledger, ticket)).filter(isMove),
    due: taxed.map((one) => paymentOf(ledger, one)).filter(isMove),
  }
}

/** A payment wholly in bonus money has no cash, but may have a tax. */
const isMove = ({ amount, also }: Credit): boolean => amount > 0n || also !== undefined

/** The rows of the tax of a settlement: a ticket that had a tax has one of the new payment too. */
export function taxRowsOf({ ticket, rate, tax }: Pick<TaxedSettlement, 'ticket' | 'rate' | 'tax'>): TaxRow[] {
  const back = taxBefore(ticket)
  const of = { betId: ticket.betId, n: ticket.timesSettled + 1, rate }
  if (back === 0n) return tax === 0n ? [] : [{ ...of, step: 'settle', amount: tax }]
  return [
    { ...of, step: 'reverse', amount: -back },
    { ...of, step: 'settle', amount: tax },
  ]
}

/**
 * Foresees what `settleTickets` would move for further settlements on a snapshot, and writes nothing. `grants` are carried from one call to
 * the next.
 */
export async function foreseeSettlements(
  { ledger, foresight, grants }: { ledger: Ledger; foresight: Foresight; grants: GrantsForeseen },
  tx: Tx,
  settlements: readonly TicketSettlement[],
): Promise<void> {
  const { returns, back, due } = movesOf(ledger, settlements)
  if (returns.length > 0) {
    const bettors = returns.map(({ bettor }) => bettor)
    const wallets = await foresight.wallets(bettors)
    const { transfers } = await planReturns({ ledger }, tx, { returns, wallets, grants })
    await foresight.post(bettors, transfers)
  }
  if (back.length + due.length > 0) await foresight.correct({ back, due })
}

/** Grants of bonus money as what was foreseen has left them. */
export type GrantsForeseen = NonNullable<Parameters<typeof planReturns>[2]['grants']>

/** What cash-outs have paid after tax. */
const netCashed = ({ cashed = 0n, cashedTax = 0n }: TicketToSettle): bigint => cashed - cashedTax
/** The tax that the previous settlement withheld. */
const taxBefore = ({ tax, cashedTax = 0n }: TicketToSettle): bigint => tax - cashedTax
/** What the previous settlement paid after tax, without cash-outs, and its bonus part. */
const settledBefore = (ticket: TicketToSettle): bigint => ticket.returned - ticket.tax - netCashed(ticket)
const bonusBefore = (ticket: TicketToSettle): bigint => bonusIn(ticket, settledBefore(ticket))
/** The bonus part of what a settlement pays. */
const bonusDue = ({ ticket, returned, tax }: TaxedSettlement): bigint => bonusIn(ticket, returned - tax)

/** The bonus part of an amount that is paid on top of the cash-outs. */
function bonusIn(ticket: TicketToSettle, amount: bigint): bigint {
  const { bonus } = ticket
  const before = netCashed(ticket)
  return bonus ? bonusShare(before + amount, bonus) - bonusShare(before, bonus) : 0n
}

function bonusReturnOf(ledger: Ledger, settlement: TaxedSettlement): BonusReturn[] {
  const { ticket, state } = settlement
  const { betId, bettor, product, timesSettled } = ticket
  const [back, due] = [money(bonusBefore(ticket)), money(bonusDue(settlement))]
  if (back + due === 0n) return []
  const kind = state === 'void' ? 'bonus_refund' : 'bonus_win'
  return [{ betId, bettor, against: ledger.houseOf(product), step: 'settle', n: timesSettled + 1, back, due, kind }]
}

/** The cash transfer that reverses the previous settlement of a ticket, and its tax. */
export function reversalOf(ledger: TaxingHouse, ticket: TicketToSettle): Credit {
  const { betId, bettor, product, timesSettled } = ticket
  const about = `bet/${betId}`
  return {
    id: `${about}/reverse/${timesSettled + 1}`,
    kind: 'correction',
    about,
    bettor,
    amount: money(settledBefore(ticket) - bonusBefore(ticket)),
    against: ledger.houseOf(product),
    ...withTax(ledger, -taxBefore(ticket)),
  }
}

/** The cash transfer that pays a settlement, without its bonus part, and the whole tax. */
export function paymentOf(ledger: TaxingHouse, settlement: TaxedSettlement): Credit {
  const { ticket, state, returned, tax } = settlement
  const about = `bet/${ticket.betId}`
  return {
    id: `${about}/settle/${ticket.timesSettled + 1}`,
    kind: state === 'void' ? 'refund' : 'win',
    about,
    bettor: ticket.bettor,
    amount: money(returned - tax - bonusDue(settlement)),
    against: ledger.houseOf(ticket.product),
    ...withTax(ledger, tax),
  }
}
