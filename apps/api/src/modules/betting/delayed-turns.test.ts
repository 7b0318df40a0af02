import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { openLog } from '#platform/log'
import { readInput } from '#platform/read-input'
import { TooManyWaiting, turnsInMemory } from '#platform/turns'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf } from '#testing/bets'
import { openPlacing } from './placing.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

test('a live bet is placed after its delay, even if other commands of its bettor outlast the time to wait for a turn', async () => {
  const { betting: area, catalog, country, db, ledger } = nare.app
  const [bettor] = await nare.bettors(1, 1000)
  if (!bettor) throw new Error('no bettor')
  const match = await nare.match()
  await betsOn(nare).drive(match, { state: 'live', minute: 10 })
  const turns = turnsInMemory({ waitMsMax: 1 })
  const key = { key: bettor.id.toString(), sharedKey: undefined }

  /** Occupies the bettor's turn until another command has exceeded its waiting time. */
  const occupyTurn = (): Promise<void> =>
    new Promise((resolve) => {
      void turns.runAlone(key, async () => {
        resolve()
        // The delay of the live bet is over first, so its waiting time would end first.
        await new Promise((next) => setImmediate(next))
        await expect(turns.runAlone(key, async () => undefined)).rejects.toThrow(TooManyWaiting)
      })
    })

  const { place } = openPlacing({
    db,
    product: 'sports',
    offers: catalog,
    ledger,
    rules: { version: area.rulesVersion, limits: country, boost: country.boost, liabilityMax: country.maxLiability },
    ids: area.ticketIds,
    revokedSessions: async () => new Set(),
    events: { transaction: () => undefined },
    log: openLog('silent'),
    turns,
    wait: occupyTurn,
    liveDelayS: 4,
    matchFacts: (matchIds) => catalog.legFacts(db, matchIds),
    placedBet: area.placedBet,
    onPlaced: () => undefined,
  })
  const input = readInput(betting.place.input, slipOf([pick(match)]))
  if (!input.ok) throw new Error('the slip is invalid')
  expect(await place(input.value, { bettor: bettor.id, verified: true, signingKey: '' })).toMatchObject({
    ok: true,
    value: { balance: '900.00' },
  })
})
