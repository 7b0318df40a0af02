import { randomUUID } from 'node:crypto'
import { money, price } from '@nare/money/money'
import { transact } from '#platform/db'
import type { TestApp } from './app.ts'

const terms = { source: 'operator', wagerTimes: 1, minOdds: price(1000n), days: 7 } as const

/** Gives a bettor `count` grants of KSh 1 and returns their ids. */
export async function giveGrants({ app }: TestApp, bettor: bigint, count: number): Promise<bigint[]> {
  const grantIds: bigint[] = []
  for (let n = 0; n < count; n++) {
    const input = { id: randomUUID(), bettor, amount: money(100n), ...terms }
    const granted = await transact(app.db, (tx) => app.bonus.grant(tx, input))
    if (granted.kind !== 'granted') throw new Error(`grant ${n} was ${granted.kind}`)
    grantIds.push(granted.grantId)
  }
  return grantIds
}
