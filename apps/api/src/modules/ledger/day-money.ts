import { products, type Product } from '@nare/contract/products'
import { money, type Money } from '@nare/money/money'
import { queryRows, type Db } from '#platform/db'
import { followFeed } from '#platform/follow-feed'
import { transferFeed } from './consumers.ts'
import { houseAccounts, houseOfProduct, type HouseAccount } from './house.ts'
import { dropOldMinutes, houseFlowReader, houseFlows, sumHouseFlow, type HouseFlow, type Span } from './house-flow.ts'
import { transferKinds, type TransferKind } from './kinds.ts'

/**
 * What was staked on a product and returned. A stake that was given back because its bet was not placed is no stake. `bets` counts the
 * stakes; one that is paid from cash and bonus money counts as two.
 */
export type ProductMoney = {
  readonly product: Product
  readonly bets: number
  readonly stakes: Money
  readonly returns: Money
}

/** A part of a span: the stakes of each product in the order of `products`, and those of all products a week before. */
export type PartMoney = { readonly begins: Date; readonly stakes: readonly Money[]; readonly lastWeek: Money }

/** The spans of days of the country that are counted: the current day and the whole one before in hours, and seven days with the current one. */
export type MoneySpan = 'today' | 'yesterday' | 'week'

/** The money of a span, and of the same days a week before up to the same time. */
export type SpanMoney = {
  readonly now: Date
  readonly inSpan: readonly ProductMoney[]
  readonly lastWeek: readonly ProductMoney[]
  /** Every part of the span, also those to come. */
  readonly parts: readonly PartMoney[]
  /** What bettors paid in and were paid out, taxes included in what they paid and left out of what they got. */
  readonly deposits: Money
  readonly withdrawals: Money
}

const batchRows = 1_000
const providers = houseAccounts.filter((name) => name.startsWith('provider:'))
const paidOut: readonly TransferKind[] = ['withdrawal_paid', 'withdrawal_overpaid']

/** Opens the figures of a day: sums of the operator's accounts that a reader of the ledger keeps, so that no reading scans a day. */
export function openDayMoney(db: Db, house: (name: HouseAccount) => bigint) {
  const accounts = [...Object.values(houseOfProduct), ...providers].map(house)
  const paying = new Set(providers.map(house))

  const isOf = (product: Product, counts: 'staked' | 'returned') => {
    const account = house(houseOfProduct[product])
    return (flow: HouseFlow): boolean => flow.account === account && transferKinds[flow.kind].counts === counts
  }
  const stakesOf = (flows: readonly HouseFlow[], product: Product): Money =>
    money(sumOf(flows, isOf(product, 'staked')))
  const moneyOf = (flows: readonly HouseFlow[]): ProductMoney[] =>
    products.map((product) => ({
      product,
      bets: countOf(flows.filter(isOf(product, 'staked'))),
      stakes: stakesOf(flows, product),
      returns: money(-sumOf(flows, isOf(product, 'returned'))),
    }))

  return {
    /** Reads the ledger on into the sums. One process at a time does it. */
    sumHouseFlow: () =>
      followFeed(db, transferFeed(), { name: houseFlowReader, limit: batchRows }, (tx, transfers) =>
        sumHouseFlow(tx, transfers),
      ),

    /** Drops old minutes, whose hours stay. */
    dropOldMinutes: () => dropOldMinutes(db),

    /** The money of each of these spans, which begin and end as those of `houseFlows`. */
    async moneyIn(spans: readonly Span[]): Promise<ProductMoney[][]> {
      const flows = Map.groupBy(await houseFlows(db, { accounts, spans }), ({ span }) => span)
      return spans.map((_, span) => moneyOf(flows.get(span) ?? []))
    },
    /** What one of the operator's accounts received and paid in each span, by kind of transfer; see `houseFlows` in house-flow.ts. */
    houseFlows: (name: HouseAccount, spans: readonly Span[]): Promise<HouseFlow[]> =>
      houseFlows(db, { accounts: [house(name)], spans }),

    /** The money of a span of days in this time zone, as of every committed transfer. */
    async spanMoney(zone: string, span: MoneySpan): Promise<SpanMoney> {
      const rows = await queryRows<{ now: Date; until: Date; midnights: Date[] }>(db)`
        select platform.now() as now, (at - interval '7 days') at time zone zone as until,
          array(select (date_trunc('day', at) + n * interval '1 day') at time zone zone from generate_series(-13, 1) n order by n) as midnights
        from (select ${zone}::text as zone, platform.now() at time zone ${zone}::text as at) clock`
      const [day] = rows
      if (!day) throw new Error('the database has no time')
      const { parts, before } = partsOf(span, daysBetween(day.midnights))
      const begun = before[0]?.from ?? day.until
      const ended = before.at(-1)?.to ?? day.until
      const spans = [{ from: begun, to: ended < day.until ? ended : day.until }, ...parts, ...before]
      const flows = Map.groupBy(await houseFlows(db, { accounts, spans }), ({ span }) => span)
      const flowsIn = (span: number): HouseFlow[] => flows.get(span) ?? []
      const all = parts.flatMap((_, n) => flowsIn(1 + n))
      return {
        now: day.now,
        inSpan: moneyOf(all),
        lastWeek: moneyOf(flowsIn(0)),
        parts: parts.map(({ from }, n) => ({
          begins: from,
          stakes: products.map((product) => stakesOf(flowsIn(1 + n), product)),
          lastWeek: money(
            products.reduce((sum, product) => sum + stakesOf(flowsIn(1 + parts.length + n), product), 0n),
          ),
        })),
        deposits: money(-sumOf(all, ({ account, kind }) => paying.has(account) && kind === 'deposit')),
        withdrawals: money(sumOf(all, ({ account, kind }) => paying.has(account) && paidOut.includes(kind))),
      }
    },
  }
}

const daysBetween = (midnights: readonly Date[]): Span[] =>
  midnights.slice(1).map((to, n) => ({ from: midnights[n] ?? to, to }))

/** The parts of a span, and the same a week before, of the last fourteen days. */
function partsOf(span: MoneySpan, days: readonly Span[]): { parts: readonly Span[]; before: readonly Span[] } {
  if (span === 'week') return { parts: days.slice(7), before: days.slice(0, 7) }
  const back = span === 'today' ? 1 : 2
  const hoursOf = (day: Span | undefined) => (day ? hoursBetween(day) : [])
  return { parts: hoursOf(days.at(-back)), before: hoursOf(days.at(-back - 7)) }
}

const hourMs = 3_600_000

/** The hours from one moment to another. */
const hoursBetween = ({ from, to }: Span): Span[] =>
  Array.from({ length: Math.round((to.getTime() - from.getTime()) / hourMs) }, (_, n) => ({
    from: new Date(from.getTime() + n * hourMs),
    to: new Date(from.getTime() + (n + 1) * hourMs),
  }))

/** How many stakes there were, without those that were given back. */
const countOf = (staked: readonly HouseFlow[]): number =>
  staked.reduce(
    (sum, { kind, transfers }) => sum + (transferKinds[kind].direction === 'debit' ? transfers : -transfers),
    0,
  )

const sumOf = (flows: readonly HouseFlow[], where: (flow: HouseFlow) => boolean): bigint =>
  flows.reduce((total, flow) => (where(flow) ? total + flow.amount : total), 0n)
