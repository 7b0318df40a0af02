import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { onceWithin } from './once-within.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

const recorded = async (bettor: bigint): Promise<number> => {
  await nare.app.protection.close()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from protection.refusal where bettor_id = ${bettor}::bigint`.execute(nare.base.db)
  return rows[0]?.n ?? 0
}

test('forty refused bets in a minute are recorded once; another bettor and the next minute are recorded too', async () => {
  const match = await nare.match({ start_time: new Date(nare.app.clock.now() + 86_400_000).toISOString() })
  const bets = betsOn(nare)
  const [first, second] = await nare.bettors(2, 1000)
  if (!first || !second) throw new Error('two bettors are needed')
  for (const { token } of [first, second]) await nare.call(protection.setLimits, { stake: { bet: '50' } }, token)
  const tryOnce = async (token: string) => (await bets.place(token, [pick(match)], { stake: '51' })).body['code']
  for (let n = 0; n < 39; n++) expect(await tryOnce(first.token)).toBe('limit_reached')
  await tryOnce(second.token)
  expect(await tryOnce(first.token)).toBe('limit_reached')
  expect([await recorded(first.id), await recorded(second.id)]).toEqual([1, 1])
  await nare.call(sandbox.clock, { advance_s: 61 })
  await tryOnce(first.token)
  expect([await recorded(first.id), await recorded(second.id)]).toEqual([2, 1])
})

test('recorded refusals are kept for the latest ten thousand bettors', () => {
  const isFirst = onceWithin<bigint>({ now: () => 1000 }, 60_000)
  for (let bettor = 1n; bettor <= 10_000n; bettor++) expect(isFirst(bettor)).toBe(true)
  expect([isFirst(1n), isFirst(10_000n)]).toEqual([false, false])
  expect(isFirst(10_001n)).toBe(true)
  expect([isFirst(10_000n), isFirst(1n)]).toEqual([false, true])
})
