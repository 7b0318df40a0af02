import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { protection } from '@nare/contract/protection'
import { bgaming } from './testing/bgaming-client.ts'
import { openWalletWorld, seen, unique, type WalletWorld } from './testing/wallet-world.ts'

// Before the application opens its connections, because they copy the method when they are created.
const sent: { client: unknown; text: string; roundTrip: number }[] = []
const pending = new Map<unknown, { open: number; trips: number }>()
const query = pg.Client.prototype.query
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
  const own = pending.get(this) ?? { open: 0, trips: 0 }
  pending.set(this, own)
  if (own.open++ === 0) own.trips++
  const [config] = given
  const text = typeof config === 'string' ? config : (config as { text: string }).text
  sent.push({ client: this, text, roundTrip: own.trips })
  const answer = (query as (...all: unknown[]) => unknown).apply(this, given)
  const answered = () => void own.open--
  void Promise.resolve(answer).then(answered, answered)
  return answer as never
})

let world: WalletWorld
beforeAll(async () => {
  world = await openWalletWorld()
})
afterAll(async () => {
  await world.close()
  vi.restoreAllMocks()
})

/** The statements of the call that wrote provider transactions last, and its round trips. */
function lastCall(): { texts: string[]; trips: number } {
  const wrote = sent.findLastIndex(({ text }) => text.includes('into casino.provider_tx'))
  const { client } = sent[wrote] ?? {}
  const own = sent.filter((one) => one.client === client)
  const from = own.findLastIndex(({ text }) => text === 'begin')
  const to = own.findIndex(({ text }, at) => at > from && text.endsWith('commit'))
  const call = own.slice(from, to + 1)
  const trips = (call.at(-1)?.roundTrip ?? 0) - (call[0]?.roundTrip ?? 0) + 1
  return { texts: call.map(({ text }) => text), trips }
}

const callOf = (id: string, round: string, finished: boolean, list: readonly object[]): string =>
  JSON.stringify({ user_id: id, currency: 'KES', game: bgaming.game, game_id: round, finished, actions: list })
const action = (kind: 'bet' | 'win', amount: number) => ({ action: kind, action_id: unique(kind), amount })

test('a bet and a win need three round trips each, and a win that ends its round writes the ticket once', async () => {
  const { client, player, bettor, round: warm } = await world.playing(bgaming)
  // The first call of a process fills the caches that later calls use.
  expect(seen(await client.raw(callOf(player.id, warm, true, [action('bet', 100), action('win', 100)])))).toBe(
    'done 10000',
  )
  const round = unique('round')
  expect(seen(await client.raw(callOf(player.id, round, false, [action('bet', 1000)])))).toBe('done 9000')
  expect(lastCall().trips).toBe(3)
  expect(seen(await client.raw(callOf(player.id, round, true, [action('win', 300)])))).toBe('done 9300')
  const { texts, trips } = lastCall()
  expect(trips).toBe(3)
  expect(texts.filter((text) => text.includes('update betting.bet'))).toHaveLength(1)
  expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', returned: '3.00' }, {}])
  await world.verify()
})

test('a stake after a free bet in the same call is still checked by the gate', async () => {
  const { client, player, bettor, round } = await world.playing(bgaming)
  expect((await world.nare.call(protection.setLimits, { stake: { day: '5' } }, bettor.token)).status).toBe(200)
  const both = callOf(player.id, round, false, [action('bet', 0), action('bet', 1000)])
  expect(seen(await client.raw(both))).toBe(`refused ${bgaming.codes.limit}`)
  expect(await world.cents(bettor)).toBe(10_000n)
  await world.verify()
})
