import { sql } from 'kysely'
import { products, type Product } from '@nare/contract/products'
import { money, type Money } from '@nare/money/money'
import type { Db } from '#platform/db'
import { followFeed } from '#platform/follow-feed'
import { transferFeed } from './consumers.ts'
import { houseAccounts, houseOfProduct, type HouseAccount } from './house.ts'
import { foldHouseFlow, houseFlowReader, houseFlows, sumHouseFlow, type HouseFlow } from './house-flow.ts'
import { transferKinds, type TransferKind } from './kinds.ts'

/** What was staked on a product and returned. A stake that was given back because its bet was not placed is no stake. */
export type ProductMoney = { readonly product: Product; readonly stakes: Money; readonly returns: Money }

/** The money of the current day of the country, and of the same weekday a week before up to the same time. */
export type DayMoney = {
  readonly today: readonly ProductMoney[]
  readonly lastWeek: readonly ProductMoney[]
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

  const moneyOf = (flows: readonly HouseFlow[]): ProductMoney[] =>
    products.map((product) => {
      const account = house(houseOfProduct[product])
      const counted = (counts: 'staked' | 'returned') =>
        sumOf(flows, (flow) => flow.account === account && transferKinds[flow.kind].counts === counts)
      return { product, stakes: money(counted('staked')), returns: money(-counted('returned')) }
    })

  return {
    /** Reads the ledger on into the sums. One process at a time does it. */
    sumHouseFlow: () =>
      followFeed(db, transferFeed(), { name: houseFlowReader, limit: batchRows }, (tx, transfers) =>
        sumHouseFlow(tx, transfers),
      ),

    /** Sums old minutes into hours. */
    foldHouseFlow: () => foldHouseFlow(db),

    /** The money of the day in this time zone, as of every committed transfer. */
    async dayMoney(zone: string): Promise<DayMoney> {
      const { rows } = await sql<{ begins: Date; ends: Date; begun: Date; until: Date }>`
        select day at time zone zone as begins, (day + interval '1 day') at time zone zone as ends,
          (day - interval '7 days') at time zone zone as begun, (at - interval '7 days') at time zone zone as until
        from (select ${zone}::text as zone, platform.now() at time zone ${zone}::text as at) clock,
          lateral (select date_trunc('day', at) as day) days`.execute(db)
      const [day] = rows
      if (!day) throw new Error('the database has no time')
      const spans = [
        { from: day.begins, to: day.ends },
        { from: day.begun, to: day.until },
      ]
      const flows = await houseFlows(db, { accounts, spans })
      const [today, before] = [0, 1].map((place) => flows.filter((flow) => flow.place === place)) as [
        HouseFlow[],
        HouseFlow[],
      ]
      return {
        today: moneyOf(today),
        lastWeek: moneyOf(before),
        deposits: money(-sumOf(today, ({ account, kind }) => paying.has(account) && kind === 'deposit')),
        withdrawals: money(sumOf(today, ({ account, kind }) => paying.has(account) && paidOut.includes(kind))),
      }
    },
  }
}

const sumOf = (flows: readonly HouseFlow[], where: (flow: HouseFlow) => boolean): bigint =>
  flows.reduce((total, flow) => (where(flow) ? total + flow.amount : total), 0n)
