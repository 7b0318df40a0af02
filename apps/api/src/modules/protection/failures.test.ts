import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { whileFailing } from '#testing/failing-writes'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: Bets
let matchId: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  matchId = await nare.match({ start_time: new Date(nare.app.clock.now() + 60 * 86_400_000).toISOString() })
})
afterAll(() => nare.close())

/** Runs `work` while no row of this bettor can be inserted into a table. */
const whileBroken = (table: string, column: string, { id }: SeededBettor, work: () => Promise<unknown>) =>
  whileFailing(nare.base, { on: 'insert', table, when: `new.${column} = ${id}` }, work)

/** Moves the clock to two in the morning of the next day in Nairobi. */
async function nextNight(): Promise<void> {
  const inDay = (nare.app.clock.now() / 1000 + 3 * 3600) % 86_400
  await nare.call(sandbox.clock, { advance_s: Math.ceil(86_400 - inDay + 2 * 3600) })
}

test('a bettor for whom the search for signs of harm fails does not delay the others and is searched by a later run', async () => {
  await nare.app.protection.findMarkers()
  await nextNight()
  const some = await nare.bettors(5, 50_000)
  for (let n = 0; n < 5; n++)
    await Promise.all(some.map(({ token }) => bets.place(token, [pick(matchId)], { stake: '20' })))
  await nextNight()
  const marked = async () =>
    (await sql<{ bettor: bigint }>`select bettor_id as bettor from protection.marker order by 1`.execute(nare.base.db))
      .rows
  const [first, ...others] = some
  if (!first) throw new Error('no bettor')

  await whileBroken('protection.marker', 'bettor_id', first, async () => {
    await expect(nare.app.protection.findMarkers()).rejects.toThrow('failed for 1 bettors')
    expect(await marked()).toEqual(others.map(({ id }) => ({ bettor: id })))
    expect(await nare.app.protection.findMarkers()).toBe(0)
    expect(await marked()).toEqual(others.map(({ id }) => ({ bettor: id })))
  })

  expect(await nare.app.protection.findMarkers()).toBe(0)
  expect(await marked()).toEqual(some.map(({ id }) => ({ bettor: id })))
  const { rows } = await sql`select from protection.marker_failure`.execute(nare.base.db)
  expect(rows).toEqual([])
})

test('a bettor whose play cannot be summed does not delay the others and is summed by a later run', async () => {
  const some = await nare.bettors(5, 1000)
  for (const { token } of some) {
    await nare.call(protection.setLimits, { stake: { day: '500' } }, token)
    await bets.place(token, [pick(matchId)], { stake: '20' })
  }
  const ids = some.map(({ id }) => id)
  const summed = async () =>
    (
      await sql<{ owner: bigint }>`
        select owner from ledger.played_day where owner = any(${ids}::bigint[]) order by 1`.execute(nare.base.db)
    ).rows.map(({ owner }) => owner)
  const [first, ...others] = some
  if (!first) throw new Error('no bettor')

  await whileBroken('ledger.played_day', 'owner', first, async () => {
    await expect(nare.app.protection.rollUp()).rejects.toThrow('for 1 bettors')
    expect(await summed()).toEqual(others.map(({ id }) => id))
  })

  await nare.app.protection.rollUp()
  expect(await summed()).toEqual(ids)
})
