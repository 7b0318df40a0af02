import { sql } from 'kysely'
import { products, type Product } from '@nare/contract/products'
import { money, type Money } from '@nare/money/money'
import type { Db } from '#platform/db'
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

/** An hour of the day: the stakes of each product in the order of `products`, and those of all products a week before. */
export type HourMoney = { readonly begins: Date; readonly stakes: readonly Money[]; readonly lastWeek: Money }

/** The money of the current day of the country, and of the same weekday a week before up to the same time. */
export type DayMoney = {
  readonly now: Date
  readonly today: readonly ProductMoney[]
  readonly lastWeek: readonly ProductMoney[]
  /** Every hour of the day, also those to come. */
  readonly hours: readonly HourMoney[]
  /** What bettors paid in today and were paid out, taxes included in what they paid and left out of what they got. */
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

    /** The money of the day in this time zone, as of every committed transfer. */
    async dayMoney(zone: string): Promise<DayMoney> {
      const { rows } = await sql<{ now: Date; begins: Date; ends: Date; begun: Date; ended: Date; until: Date }>`
        select platform.now() as now, day at time zone zone as begins, (day + interval '1 day') at time zone zone as ends,
          (day - interval '7 days') at time zone zone as begun, (day - interval '6 days') at time zone zone as ended,
          (at - interval '7 days') at time zone zone as until
        from (select ${zone}::text as zone, platform.now() at time zone ${zone}::text as at) clock,
          lateral (select date_trunc('day', at) as day) days`.execute(db)
      const [day] = rows
      if (!day) throw new Error('the database has no time')
      const hours = hoursBetween({ from: day.begins, to: day.ends })
      const earlier = hoursBetween({ from: day.begun, to: day.ended })
      const spans = [{ from: day.begun, to: day.until }, ...hours, ...earlier]
      const flows = Map.groupBy(await houseFlows(db, { accounts, spans }), ({ place }) => place)
      const inSpan = (place: number): HouseFlow[] => flows.get(place) ?? []
      const today = hours.flatMap((_, n) => inSpan(1 + n))
      return {
        now: day.now,
        today: moneyOf(today),
        lastWeek: moneyOf(inSpan(0)),
        hours: hours.map(({ from }, n) => ({
          begins: from,
          stakes: products.map((product) => stakesOf(inSpan(1 + n), product)),
          lastWeek: money(products.reduce((sum, product) => sum + stakesOf(inSpan(1 + hours.length + n), product), 0n)),
        })),
        deposits: money(-sumOf(today, ({ account, kind }) => paying.has(account) && kind === 'deposit')),
        withdrawals: money(sumOf(today, ({ account, kind }) => paying.has(account) && paidOut.includes(kind))),
      }
    },
  }
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
