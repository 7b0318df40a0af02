import { expect, test } from 'vitest'
import type { Db } from '#platform/db'
import { countedTickets, type CountedTicket } from './risk.ts'

type Given = Pick<CountedTicket, 'product' | 'state' | 'returned'>

const ticketOf = (given: Given) => ({
  ...{ betId: 1n, bettor: 7n, stake: 100_00n, bonusStake: 0n, decidedStake: 100_00n, cashed: 0n, boost: 0n, tax: 0n },
  ...{ totalOdds: null, lowestLegOdds: null, timesSettled: 1, attribution: null },
  ...{ placedAt: new Date(0), settledAt: new Date(1), ...given },
})

test.each<[string, Given, atRisk: bigint, profit: bigint]>([
  ['a lost round of a provider', { product: 'casino', state: 'lost', returned: 30_00n }, 70_00n, 0n],
  ['a won round of a provider', { product: 'casino', state: 'won', returned: 150_00n }, 0n, 50_00n],
  ['a void round of a provider', { product: 'casino', state: 'void', returned: 100_00n }, 0n, 0n],
  ['a jackpot ticket', { product: 'jackpot', state: 'lost', returned: 0n }, 100_00n, 0n],
])('what counts of %s, whose event is its own', async (_, given, atRisk, profit) => {
  const counted = await countedTickets({} as Db, [ticketOf(given)])
  expect(counted).toMatchObject([{ atRisk, profit, waits: false, isNew: true }])
})
