import { randomUUID } from 'node:crypto'
import { bonus as calls, type Grant } from '@nare/contract/bonus'
import { money, price } from '@nare/money/money'
import { transact } from '#platform/db'
import type { TestApp } from './app.ts'
import type { SeededBettor } from './seed.ts'
import type { Granted, NewGrant } from '#modules/bonus/bonus'

/** Common steps of tests on bonus money. */
export function bonusesOn(nare: TestApp) {
  return {
    /** Grants shillings in an operator's name. By default they are wagered once, on picks of any price, within 7 days. */
    grant: (
      { id: bettor }: Pick<SeededBettor, 'id'>,
      shillings: number,
      given: Partial<NewGrant> = {},
    ): Promise<Granted> =>
      transact(nare.app.db, (tx) =>
        nare.app.bonus.grant(tx, {
          id: randomUUID(),
          bettor,
          amount: money(BigInt(Math.round(shillings * 100))),
          source: 'operator',
          wagerTimes: 1,
          minOdds: price(1000n),
          days: 7,
          ...given,
        }),
      ),
    async grants(token: string): Promise<Grant[]> {
      return (await nare.call(calls.bonus, {}, token)).body.data
    },
    /** The bettor's cash and bonus money, in cents. */
    async has({ id }: Pick<SeededBettor, 'id'>): Promise<{ cash: bigint; bonus: bigint }> {
      const { balance, bonus } = await nare.app.ledger.balances(id)
      return { cash: balance, bonus }
    },
  }
}
