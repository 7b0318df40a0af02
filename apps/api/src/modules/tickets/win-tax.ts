import { sql, type RawBuilder } from 'kysely'
import type { Product } from '@nare/contract/products'
import { money } from '@nare/money/money'
import { winTaxOf } from '@nare/money/tax'
import { bonusShare, type BonusPart } from '#modules/bonus/bonus'
import { winTaxHouse, type Ledger, type Posting, type WinTaxOfDay } from '#modules/ledger/ledger'
import { queryRows, type Tx } from '#platform/db'

/** The parts of the ledger that a payment with a tax on winnings needs. */
export type TaxingHouse = Pick<Ledger, 'house' | 'houseOf' | 'winTax'>

/** Reads the tax of each product once, so that all payments of a transaction have the rate of one moment. */
export function taxRates({ winTax }: Pick<TaxingHouse, 'winTax'>): (product: Product) => WinTaxOfDay {
  const read = new Map<Product, WinTaxOfDay>()
  return (product) => {
    const rate = read.get(product) ?? winTax(product)
    read.set(product, rate)
    return rate
  }
}

/** Rates of earlier payments by the ids of their tickets. */
export type TaxRates = ReadonlyMap<bigint, Pick<WinTaxOfDay, 'percent' | 'of'>>

/** The rates of the last payments of these tickets, those that have a tax. They are locked. */
export async function lastTaxRates(
  tx: Tx,
  tickets: readonly { readonly betId: bigint; readonly tax: bigint }[],
): Promise<TaxRates> {
  const taxed = tickets.flatMap(({ betId, tax }) => (tax === 0n ? [] : [betId]))
  if (taxed.length === 0) return new Map()
  const rows = await queryRows<{ betId: bigint } & Pick<WinTaxOfDay, 'percent' | 'of'>>(tx)`
    select distinct on (bet_id) bet_id as "betId", trim_scale(percent)::text as percent, base as of from betting.win_tax
    where bet_id = any(${taxed}::bigint[]) and step = 'settle' order by bet_id, n desc`
  return new Map(rows.map(({ betId, ...rate }) => [betId, rate]))
}

/** A payment for a stake or a part of it; `bonus` is what the whole stake of the ticket was. */
type Payment = { readonly paid: bigint; readonly stake: bigint; readonly bonus?: BonusPart | undefined }

/** The tax on a payment of a ticket, for which the bonus money in its stake was not the bettor's own. */
export const taxOfPayment = (rate: WinTaxOfDay, { paid, stake, bonus }: Payment): bigint =>
  rate.percent === '0' ? 0n : winTaxOf(rate, { paid, stake, bonus: bonus ? bonusShare(stake, bonus) : 0n })

type Amounts = Readonly<Record<'paid' | 'stake' | 'bonus', RawBuilder<unknown>>>

/** The same in SQL, of amounts in cents; `bonus` is the bonus money in this stake. */
export const taxIn = (rate: Pick<WinTaxOfDay, 'percent' | 'of'>, amounts: Amounts): RawBuilder<unknown> =>
  rate.percent === '0' ? sql`0` : taxBy({ percent: sql`${rate.percent}::numeric`, of: sql`${rate.of}::text` }, amounts)

/** As `taxIn`, at a rate of a row. */
export const taxBy = (
  { percent, of }: Readonly<Record<'percent' | 'of', RawBuilder<unknown>>>,
  { paid, stake, bonus }: Amounts,
): RawBuilder<unknown> => sql`
  case when ${paid} > ${stake} then
    trunc((case ${of} when 'gross' then ${paid} else ${paid} - ${stake} + ${bonus} end) * ${percent} / 100)::bigint else 0 end`

const latestRate = (betId: RawBuilder<unknown>) => sql`(
  select trim_scale(w.percent)::text from betting.win_tax w where w.bet_id = ${betId} and w.amount > 0 order by w.at desc, w.n desc limit 1)`

/** The latest rate of the tax of a ticket `b`, as text; null without one. */
export const taxPercentOf = sql`case when b.tax > 0 then ${latestRate(sql`b.bet_id`)} end`

/** What was withheld from a ticket, in cents, and the latest rate. */
export type Withheld = { readonly tax: string; readonly percent: string }

/** For other areas: what was withheld from the ticket of a row, as `Withheld`; null without a tax. */
export const withheldFrom = (betId: RawBuilder<unknown>) => sql`(
  select json_build_object('tax', t.tax::text, 'percent', ${latestRate(sql`t.bet_id`)}) from betting.bet t where t.bet_id = ${betId} and t.tax > 0)`

/** The posting of a tax beside the payment that it is withheld from; below zero it goes back. */
export const withTax = ({ house }: Pick<TaxingHouse, 'house'>, tax: bigint): { readonly also?: readonly Posting[] } =>
  tax === 0n ? {} : { also: [{ account: house(winTaxHouse), amount: money(tax) }] }

/** What a payment or a reversal of a ticket withheld: its step and number are those of its transfer. */
export type TaxRow = {
  readonly betId: bigint
  readonly step: 'settle' | 'reverse' | 'cash-out'
  readonly n: number
  readonly rate: WinTaxOfDay
  readonly amount: bigint
}

/** Stores what payments withheld, in the transaction that makes them. */
export async function insertTaxes(tx: Tx, rows: readonly TaxRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into betting.win_tax (bet_id, step, n, percent, base, day, amount)
    select * from unnest(${rows.map(({ betId }) => betId)}::bigint[], ${rows.map(({ step }) => step)}::text[],
      ${rows.map(({ n }) => n)}::int[], ${rows.map(({ rate }) => rate.percent)}::numeric[], ${rows.map(({ rate }) => rate.of)}::text[],
      ${rows.map(({ rate }) => rate.day)}::date[], ${rows.map(({ amount }) => amount)}::bigint[])`.execute(tx)
}
