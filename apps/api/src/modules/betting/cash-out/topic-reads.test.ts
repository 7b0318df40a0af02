import { expect, test } from 'vitest'
import type { LiveMessage } from '@nare/contract/live'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { PrivateSnapshot } from '#platform/live-snapshots'
import { openLog } from '#platform/log'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { openValueTopic } from './topic.ts'

const nare = await sharedApp()
const bets = betsOn(nare)
const cashOuts = cashOutsOn(nare)

/** A step at which the test can pause the next call or make it fail. */
function openStep() {
  let next: (() => Promise<void>) | undefined
  return {
    async run(): Promise<void> {
      const step = next
      next = undefined
      await step?.()
    },
    /** Pauses the next call. `reached` resolves when the call has arrived, `release` lets it continue. */
    hold() {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      next = () => (reached.resolve(), released.promise)
      return { reached: reached.promise, release: released.resolve }
    },
    fail: () => void (next = () => Promise.reject(new Error('the database is away'))),
  }
}

/** A bet and a separate topic. The test can pause the reads of the topic after a bet or a value was read. */
async function watchedBet() {
  const bettor = await nare.bettor(300)
  const match = await nare.match()
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
  const published: LiveMessage[] = []
  const read = Promise.withResolvers<PrivateSnapshot>()
  const live = {
    privateTopics: (_name: string, snapshot: PrivateSnapshot) => read.resolve(snapshot),
    here: { hasSubscribers: () => true, publishTo: (_bettor: bigint, message: LiveMessage) => published.push(message) },
  } as unknown as Live
  const [betRead, valueRead] = [openStep(), openStep()]
  const { app, base } = nare
  const executor = base.db.getExecutor()
  const executeQuery: typeof executor.executeQuery = async (query) => {
    const result = await executor.executeQuery<never>(query)
    if (query.sql.includes('betting.bet b')) await betRead.run()
    return result
  }
  const pausing = new Proxy(executor, {
    get: (target, name) => {
      if (name === 'executeQuery') return executeQuery
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const catalog: typeof app.catalog = {
    ...app.catalog,
    async expectations(on, legs) {
      const found = await app.catalog.expectations(on, legs)
      await valueRead.run()
      return found
    },
  }
  const db = { getExecutor: () => pausing } as unknown as Db
  const deps = { catalog, cashOut: () => ({ on: true, markets: new Map(), ...app.country.cashOut }) }
  const topic = openValueTopic({ deps, db, live, log: openLog('silent') })
  const snapshot = await read.promise
  return {
    topic,
    published,
    betRead,
    valueRead,
    betId: BigInt(bet_id),
    matchId: Number(match),
    /** The first value of another subscription. */
    async subscribe(): Promise<LiveMessage> {
      const [[message] = []] = await snapshot([{ topic: `bet:${bet_id}`, bettor: bettor.id }])
      if (!message) throw new Error('the bet has no value')
      return message
    },
    changePrice: () => bets.price(match, { '1': { home_team: '1.80' } }),
    takeHalf: async () => {
      const { quote_id } = await cashOuts.mustQuote(bettor.token, bet_id)
      await cashOuts.take(bettor.token, bet_id, quote_id, { part: '0.50' })
    },
    amount: async () => (await cashOuts.mustQuote(bettor.token, bet_id)).amount,
  }
}

/** The state that a browser shows after these messages. */
const newest = (messages: readonly LiveMessage[]) => messages.toSorted((a, b) => a.version - b.version).at(-1)?.state

test('a subscription whose read began before a change does not replace the newer value', async () => {
  const watched = await watchedBet()
  const first = await watched.subscribe()
  const before = await watched.amount()
  expect(first.state).toMatchObject({ amount: before })
  const { reached, release } = watched.valueRead.hold()
  const second = watched.subscribe()
  await reached
  await watched.changePrice()
  watched.topic.matchesChanged([watched.matchId])
  // These calls take as many round trips as a value that does not wait for the subscription.
  const amount = await watched.amount()
  await watched.amount()
  release()
  const messages = [first, await second]
  await watched.topic.idle()
  expect(amount).not.toBe(before)
  expect(newest([...messages, ...watched.published])).toMatchObject({ amount })
  expect(newest([first, ...watched.published])).toMatchObject({ amount })
  await watched.topic.close()
})

test('a bet that changes while its first subscription is read is published again', async () => {
  const watched = await watchedBet()
  const { reached, release } = watched.betRead.hold()
  const subscribed = watched.subscribe()
  await reached
  await watched.takeHalf()
  watched.topic.changed([watched.betId])
  release()
  const first = await subscribed
  await watched.topic.idle()
  expect(newest([first, ...watched.published])).toMatchObject({ amount: await watched.amount() })
  await watched.topic.close()
})

test('a value whose read fails is read again', async () => {
  const watched = await watchedBet()
  await watched.subscribe()
  await watched.changePrice()
  watched.valueRead.fail()
  watched.topic.matchesChanged([watched.matchId])
  await watched.topic.idle()
  expect(newest(watched.published)).toMatchObject({ amount: await watched.amount() })
  await watched.topic.close()
})
