import type { BalanceState, LiveMessage } from '@nare/contract/live'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import { oncePerSecond, type Log } from '#platform/log'
import { retrying } from '#platform/retrying'
import * as store from './store.ts'

/** `returnable` is money that may not be staked and is returned to its payer; it is not part of `balance`. */
export type Balances = {
  balance: Money
  bonus: Money
  returnable: Money
  points: number
  currency: string
  version: number
}

type Deps = { readonly db: Db; readonly currency: string; readonly log?: Log | undefined }

/** The balances of bettors, and the live topic `balance`. */
export function openBalances({ db, currency, log }: Deps) {
  const logFailure = oncePerSecond((facts) => log?.warn(facts, 'balances could not be read to publish them'))
  const onFailure = (error: unknown): void => logFailure({ err: error })

  /** A bettor's balances. `version` grows with every change. */
  async function balances(bettor: bigint): Promise<Balances> {
    const rows = await store.ownedBy(db, bettor)
    const on = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0n
    return {
      balance: money(on('cash')),
      bonus: money(on('bonus')),
      returnable: money(on('returnable')),
      points: Number(on('points')),
      currency,
      version: Number(rows.reduce((sum, row) => sum + row.version, 0n)),
    }
  }

  /** Publishes the balances of the bettors of the set, and removes each that was published. Throws if one could not be read. */
  async function publishEach(live: Live, left: Set<bigint>): Promise<void> {
    const faults: unknown[] = []
    for (const bettor of left) {
      try {
        if (live.hasSubscribers('balance', bettor)) live.publishTo(bettor, messageOf(await balances(bettor)))
        left.delete(bettor)
      } catch (error) {
        faults.push(error)
      }
    }
    if (faults.length > 0) throw faults[0]
  }

  return {
    balances,

    /**
     * Publishes the new balances to those of these bettors who are subscribed. Call it only after the commit. Never rejects: balances that
     * could not be read are read again a few times in the background.
     */
    async publishBalances(live: Live, bettors: Iterable<bigint>): Promise<void> {
      const left = new Set(bettors)
      await publishEach(live, left).catch((error: unknown) => {
        onFailure(error)
        void retrying(() => publishEach(live, left), { onFailure })
      })
    },

    /** Provides the initial state of the live topic `balance`. */
    answerLive(live: Live): void {
      live.privateTopics('balance', async (topics) => {
        const messages: LiveMessage[][] = []
        // One at a time, so that any number of subscribers uses one connection.
        for (const { bettor } of topics) messages.push([messageOf(await balances(bettor))])
        return messages
      })
    },
  }
}

function messageOf(has: Balances): LiveMessage {
  const state: BalanceState = {
    balance: formatMoney(has.balance),
    bonus: formatMoney(has.bonus),
    returnable: formatMoney(has.returnable),
    points: has.points,
    currency: has.currency,
  }
  return { topic: 'balance', key: '', version: has.version, state }
}
