import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { openLog } from '#platform/log'
import { readInput } from '#platform/read-input'
import { TooManyWaiting, turnsInMemory } from '#platform/turns'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf } from '#testing/bets'
import type { LiveDelay } from './delay.ts'
import { openPlacing, type PlacingDeps } from './placing.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

const key = (bettor: { id: bigint }) => ({ key: bettor.id.toString(), sharedKey: undefined })

/** Opens the placement of bets with the test's own turns, delay and queue. Returns functions to place a slip of one pick. */
function opened({ wait, ...given }: Pick<PlacingDeps, 'turns'> & Pick<LiveDelay, 'wait'> & Partial<PlacingDeps>) {
  const { betting: area, tickets, catalog, db, ledger, live, background } = nare.app
  const placing = openPlacing({
    ...{ moneyDb: db, live, tickets },
    product: 'sports',
    offers: catalog,
    ledger,
    rules: area.placeRules,
    delay: { wait, revokedSessions: async () => new Set(), background },
    events: { transaction: () => undefined, placed: () => undefined },
    log: openLog('silent'),
    matchFacts: (matchIds) => catalog.legFacts(db, matchIds),
    ...given,
  })
  return {
    isFull: placing.isFull,
    place(bettor: { id: bigint }, match: string) {
      const input = readInput(betting.place.input, slipOf([pick(match)]))
      if (!input.ok) throw new Error('the slip is invalid')
      return placing.place(input.value, { bettor: bettor.id, verified: true, signingKey: '' })
    },
  }
}

async function liveMatch(): Promise<string> {
  const match = await nare.match()
  await betsOn(nare).drive(match, { state: 'live', minute: 10 })
  return match
}

const nextTurns = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await new Promise((next) => setImmediate(next))
}

test('a live bet is placed after its delay, even if other commands of its bettor outlast the time to wait for a turn', async () => {
  const bettor = await nare.bettor(1000)
  const match = await liveMatch()
  const turns = turnsInMemory({ waitMsMax: 1 })

  /** Occupies the bettor's turn until another command has exceeded its waiting time. */
  const occupyTurn = (): Promise<void> =>
    new Promise((resolve) => {
      void turns.runAlone(key(bettor), async () => {
        resolve()
        // The delay of the live bet is over first, so its waiting time would end first.
        await nextTurns(1)
        await expect(turns.runAlone(key(bettor), async () => undefined)).rejects.toThrow(TooManyWaiting)
      })
    })

  const { place } = opened({ turns, wait: occupyTurn })
  expect(await place(bettor, match)).toMatchObject({ ok: true, value: { balance: '900.00' } })
})

test('a live bet waits after its delay if the queue of bets is full, and is placed', async () => {
  const [bettor, ...others] = await nare.bettors(70, 1000)
  const [first, ...rest] = others
  if (!bettor || !first) throw new Error('no bettor')
  const [match, before] = [await liveMatch(), await nare.match()]
  const { ids: ticketIds } = nare.app.tickets
  let gate = Promise.resolve()
  let reached = (): void => undefined
  const ids = {
    ...ticketIds,
    async reserve(count: number) {
      reached()
      await gate
      return ticketIds.reserve(count)
    },
  }
  const { promise, resolve: openGate } = Promise.withResolvers<void>()
  const waited = Promise.withResolvers<void>()
  const sent: Promise<unknown>[] = []

  /** Stops the first batch at the gate and fills the queue behind it. */
  const fillQueue = async (): Promise<void> => {
    gate = promise
    await new Promise<void>((begun) => {
      reached = begun
      sent.push(place(first, before))
    })
    sent.push(...rest.map((one) => place(one, before)))
    while (!isFull()) await nextTurns(1)
    waited.resolve()
  }

  const { place, isFull } = opened({
    turns: turnsInMemory(),
    wait: fillQueue,
    tickets: { ...nare.app.tickets, ids },
    slots: 1,
    queueMsMax: 0,
  })
  const outcome = place(bettor, match)
  // A refusal would arrive before the gate opens.
  void waited.promise.then(() => nextTurns(50)).then(openGate)
  expect(await outcome).toMatchObject({ ok: true, value: { balance: '900.00' } })
  await Promise.all(sent)
})
