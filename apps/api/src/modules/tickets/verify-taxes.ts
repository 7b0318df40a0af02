import { sql, type RawBuilder } from 'kysely'
import type { TaxRule } from '#country/country'
import { inChunks, runCheck, winTaxMoves, type Check, type Counts } from '#modules/ledger/ledger'
import { queryRows, type Db, type Tx } from '#platform/db'
import { taxBy } from './win-tax.ts'

/** The rates of the country by their days. */
export type TaxRules = { readonly rates: readonly TaxRule[]; readonly zone: string }

const betsInChunk = 5_000
const ticketsWithTax = sql`
  select bet_id, sum(amount)::bigint as tax, coalesce(sum(amount) filter (where step = 'cash-out'), 0)::bigint as cashed_tax
  from betting.win_tax group by bet_id`

/**
 * Verifies the tax on winnings: that each ticket has what its payments withheld, that the ledger moved it once, and that each payment's tax is
 * that of its rate. With the rates of the country also that each win has the rate of the day of its settlement.
 */
export async function verifyTaxes(db: Db | Tx, rules?: TaxRules): Promise<Check[]> {
  return [
    await runCheck(db, 'every ticket has the tax on winnings that its payments withheld', sums),
    await runCheck(db, 'every tax on winnings was moved once', moved),
    ...(rules ? await inChunks((after) => winsAfter(db, after, rules)) : []),
    await runCheck(db, 'the tax of every cash-out is that of its rate', cashOuts(rules)),
  ]
}

const sums = sql<Counts>`
  select count(*) as scanned, count(*) filter (where (coalesce(b.tax, 0), coalesce(b.cashed_tax, 0))
    is distinct from (coalesce(w.tax, 0), coalesce(w.cashed_tax, 0))) as broken
  from (select bet_id, tax, cashed_tax from betting.bet where tax <> 0 or cashed_tax <> 0) b full join (${ticketsWithTax}) w using (bet_id)`

const moved = sql<Counts>`
  with withheld as (
    select 'bet/' || bet_id || '/' || step || '/' || n as id, 'bet/' || bet_id as about, amount from betting.win_tax where amount <> 0)
  select count(*) as scanned, count(*) filter (where m.amount is distinct from w.amount) as broken
  from withheld w full join (${winTaxMoves('bet/')}) m on m.id = w.id and m.about = w.about`

type Paid = Readonly<Record<'withheld' | 'at' | 'paid' | 'stake' | 'bonus', RawBuilder<unknown>>> & {
  /** How long before its payment may have been, as an array; null for one that ends its ticket. */
  readonly before?: RawBuilder<unknown>
}

/** The rates on wins, as rows `rate`. */
const rateRows = (rates: readonly TaxRule[]) => {
  const wins = rates.filter(({ base }) => base === 'win')
  return sql`rate as materialized (
    select * from unnest(${wins.map(({ from }) => from)}::date[], ${wins.map(({ product }) => product ?? null)}::text[],
      ${wins.map(({ percent }) => percent)}::numeric[], ${wins.map(({ of = 'net' }) => of)}::text[]) as r (day, product, percent, base))`
}

/** Whether what a payment of a bet `b` withheld is by the rates; within a minute of midnight those of either day are right. */
const isRight = (zone: string, { withheld, at, before = sql`null::interval[]`, ...amounts }: Paid) => sql`exists (
  select from unnest(array[interval '-1 minute', interval '1 minute'] || ${before}) near
    left join lateral (
      select percent, base from rate where coalesce(rate.product, b.product) = b.product and rate.day <= ((${at} + near) at time zone ${zone}::text)::date
      order by rate.day desc, rate.product nulls last limit 1) r on true
  where ${withheld} = ${taxBy({ percent: sql`coalesce(r.percent, 0)`, of: sql`coalesce(r.base, 'net')` }, amounts)})`

/** The bonus money in a part of a bet's stake. */
const bonusIn = (stake: RawBuilder<unknown>) => sql`(${stake} * b.bonus_stake / b.stake)`

/** The cash-outs with what their taxes are; without the rates those that have a tax, by the rate that is stored with it. */
function cashOuts(rules: TaxRules | undefined) {
  const amounts = {
    paid: sql`b.amount`,
    stake: sql`b.part`,
    bonus: sql`(${bonusIn(sql`(b.left_after + b.part)`)} - ${bonusIn(sql`b.left_after`)})`,
  }
  const isTaxed = rules
    ? isRight(rules.zone, { withheld: sql`coalesce(w.amount, 0)`, at: sql`b.at`, ...amounts })
    : sql`coalesce(w.amount = ${taxBy({ percent: sql`w.percent`, of: sql`w.base` }, amounts)}, true)`
  return sql<Counts>`
    with ${rateRows(rules?.rates ?? [])},
    bet as (
      select c.bet_id, c.n, c.amount, c.stake as part, c.at, t.product, t.stake, t.bonus_stake,
        t.stake - sum(c.stake) over (partition by c.bet_id order by c.n) as left_after
      from betting.cash_out c join betting.bet t using (bet_id))
    select count(*) as scanned, count(*) filter (where not ${isTaxed}) as broken
    from bet b left join betting.win_tax w on w.bet_id = b.bet_id and w.step = 'cash-out' and w.n = b.n`
}

/** Checks the next settled tickets: what their settlement withheld is the rate of its day on what it paid. */
async function winsAfter(db: Db | Tx, after: bigint, { rates, zone }: TaxRules) {
  const stake = sql`coalesce(b.left_stake, b.stake)`
  const settled = {
    ...{ withheld: sql`b.tax - b.cashed_tax`, at: sql`b.settled_at` },
    // A provider may end a round on a later day than that of its last payment.
    before: sql`case b.product when 'casino' then array[b.placed_at - b.settled_at] end`,
    ...{ paid: sql`(b.returned - b.cashed)`, stake, bonus: bonusIn(stake) },
  }
  const rows = await queryRows<{ last: bigint | null; scanned: number; broken: number }>(db)`
    with ${rateRows(rates)},
    bet as materialized (
      select * from betting.bet where bet_id > ${after}::bigint order by bet_id limit ${betsInChunk}::int)
    select max(b.bet_id) as last, count(*) filter (where b.state <> 'open')::int as scanned,
      count(*) filter (where b.state <> 'open' and not ${isRight(zone, settled)})::int as broken
    from bet b`
  const { last = null, scanned = 0, broken = 0 } = rows[0] ?? {}
  return { checks: [{ name: 'the tax of every settled ticket is that of the day', scanned, broken }], last }
}
