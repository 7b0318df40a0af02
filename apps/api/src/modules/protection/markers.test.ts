import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { weigh } from './markers.ts'

let nare: TestApp
let bets: Bets
let matchId: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  matchId = await nare.match({ start_time: new Date(nare.app.clock.now() + 60 * 86_400_000).toISOString() })
})
afterAll(() => nare.close())

const bet = (token: string | undefined, stake: string) => bets.place(token ?? '', [pick(matchId)], { stake })

/** Moves the clock to this hour of the next day in Nairobi. */
async function tomorrowAt(hour: number) {
  const inDay = (nare.app.clock.now() / 1000 + 3 * 3600) % 86_400
  await nare.call(sandbox.clock, { advance_s: Math.ceil(86_400 - inDay + hour * 3600) })
}

test('a day of raised stakes at night, deposits after losses and refused bets gets a marker, a quiet one does not', async () => {
  await nare.app.protection.findMarkers()
  await tomorrowAt(2)
  const [quiet, other] = await nare.bettors(2, 50_000)
  const { db, ledger } = nare.app
  const { token, id } = other ?? { token: '', id: 0n }
  await nare.call(protection.setLimits, { stake: { bet: '5000' } }, token)
  for (const stake of ['20', '40', '80', '160', '320']) expect((await bet(token, stake)).status).toBe(201)
  expect((await bet(token, '5001')).body['code']).toBe('limit_reached')
  for (let n = 0; n < 2; n++) {
    await transact(db, (tx) =>
      ledger.credit(tx, [
        { id: randomUUID(), kind: 'deposit', bettor: id, amount: money(100n), against: ledger.house('house:sandbox') },
      ]),
    )
  }
  await nare.call(sandbox.clock, { advance_s: 10 * 3600 })
  for (let n = 0; n < 3; n++) await bet(quiet?.token, '20')
  await nare.app.protection.close()
  await tomorrowAt(1)
  expect(await nare.app.protection.findMarkers()).toBeGreaterThanOrEqual(2)

  const { rows } = await sql<{ bettor_id: bigint; score: number; reasons: { sign: string; times: number }[] }>`
    select bettor_id, score, reasons from protection.marker`.execute(nare.base.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ bettor_id: id, score: 6 })
  expect(rows[0]?.reasons.map(({ sign, times }) => [sign, times])).toEqual([
    ['chasing', 4],
    ['night_play', 5],
    ['limit_hits', 1],
    ['deposits_after_losses', 2],
  ])
  expect(await nare.app.protection.findMarkers()).toBe(0)
})

test('two simultaneous runs write a marker once', async () => {
  await tomorrowAt(3)
  const some = await nare.bettors(20, 50_000)
  for (let n = 0; n < 5; n++) await Promise.all(some.map(({ token }) => bet(token, '20')))
  await tomorrowAt(1)
  await Promise.all(Array.from({ length: 4 }, () => nare.app.protection.findMarkers()))
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from protection.marker
    where bettor_id = any(${some.map((marker) => marker.id)}::bigint[])`.execute(nare.base.db)
  expect(rows[0]?.found).toBe(20)
})

test('the highest reached threshold counts, and below the lowest there is no marker', () => {
  const none = { chasing: 0, night_play: 0, limit_hits: 0, deposits_after_losses: 0 }
  expect(weigh(none)).toEqual({ score: 0, reasons: [] })
  expect(weigh({ ...none, chasing: 2, night_play: 4, deposits_after_losses: 1 }).score).toBe(0)
  expect(weigh({ ...none, chasing: 3 }).score).toBe(2)
  expect(weigh({ ...none, chasing: 9, limit_hits: 5 }).score).toBe(7)
})
