import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { testApp } from '#testing/app'
import { betsOn, pick, slipOf } from '#testing/bets'

// Replaced before the application opens its connections, because a connection copies the method when it is created.
const sent: { text: string; roundTrip: number }[] = []
let pending = 0
let roundTrip = 0
const query = pg.Client.prototype.query
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
  if (pending++ === 0) roundTrip++
  const [config] = given
  sent.push({ text: typeof config === 'string' ? config : (config as { text: string }).text, roundTrip })
  const answer = (query as (...all: unknown[]) => unknown).apply(this, given)
  void Promise.resolve(answer).then(
    () => pending--,
    () => pending--,
  )
  return answer as never
})
afterAll(() => void vi.restoreAllMocks())

test('a batch of bets takes three round trips, locks before it reads, and locks exposure last', async () => {
  const nare = await testApp()
  try {
    const bettor = await nare.bettor(1000)
    const match = await nare.match()
    const place = () => nare.call(betting.place, slipOf([pick(match)]), bettor.token)
    await place()
    sent.length = 0
    expect((await place()).status).toBe(201)
    const from = sent.findIndex(({ text }) => text === 'begin')
    const to = sent.findIndex(({ text }) => text.endsWith('commit'))
    const batch = sent.slice(from, to + 1)
    const order = [
      'begin',
      'pg_advisory_xact_lock_shared',
      'join catalog.market',
      'for update',
      'join betting.bet',
      'betting.exposure e using',
      'betting.reservation r',
      'protection.standstill',
      'into ledger.transfer',
      'into betting.bet',
      'into betting.exposure',
      // The commit fails after the deadline.
      'platform.assert_in_time',
    ]
    expect(batch.map(({ text }) => text)).toEqual(order.map((part) => expect.stringContaining(part) as string))
    expect((batch.at(-1)?.roundTrip ?? 0) - (batch[0]?.roundTrip ?? 0) + 1).toBe(3)
  } finally {
    await nare.close()
  }
})

test('a settlement locks its job and then reads the result, in one round trip', async () => {
  const nare = await testApp()
  try {
    const match = await nare.match()
    sent.length = 0
    await betsOn(nare).result(match, { full_time: '1:0' })
    const at = sent.findIndex(({ text }) => /from betting\.settlement s where .* for update/.test(text))
    const [begin, job, result] = sent.slice(at - 1)
    expect([begin?.text, result?.text]).toEqual(['begin', expect.stringContaining('from catalog.result')])
    expect([begin?.roundTrip, result?.roundTrip]).toEqual([job?.roundTrip, job?.roundTrip])
  } finally {
    await nare.close()
  }
})
