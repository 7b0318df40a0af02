import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { monotonicMs } from '#platform/clock'
import { transact } from '#platform/db'
import { oldestUnsettledGauge } from '#platform/round-settling'
import { testDatabase } from '#testing/database'
import type { OfferedRound } from '../rounds/rounds.ts'
import { bettableIn, leagueWorld, type LeagueWorld } from '../testing/league-world.ts'

const patient = { timeout: 120_000, interval: 20 }
const id = '2'

test('a round that cannot be settled stops no other round; bets stop while two are unsettled; the next owner tries again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nare-league-'))
  const base = await testDatabase()
  let open: LeagueWorld[] = []
  const close = async () => {
    for (const world of open.splice(0)) await world.close()
  }
  onTestFinished(async () => {
    await close()
    await base.close()
    await rm(folder, { recursive: true, force: true })
  })
  // Just after the start of a slot of competition 2.
  await sql`update platform.clock set shift = date_trunc('day', now()) + interval '12 hours 45 seconds' - now()`.execute(
    base.db,
  )
  let fails = (_roundId: string): boolean => true
  const settleRound = async ({ roundId }: { roundId: string }) => {
    if (fails(roundId)) throw new Error('not now')
  }
  const world = await leagueWorld(base, { folder, settleRound })
  open = [world]
  await expect.poll(async () => (await world.league.periods(id)).length, patient).toBe(3)
  const [first, second, third] = (await world.league.periods(id)) as [OfferedRound, OfferedRound, OfferedRound]
  const bettable = ({ roundId }: OfferedRound) =>
    transact(base.db, async (tx) => (await bettableIn(tx, [roundId])).has(roundId))
  const settled = async ({ roundId }: OfferedRound) => (await world.league.round(roundId))?.round.settledAt !== null
  const over = async (round: OfferedRound) => {
    await world.clock.advance((round.endsAt.getTime() + 1 - world.clock.now()) / 1000)
    await expect.poll(async () => (await world.league.round(round.roundId))?.round.state, patient).toBe('ended')
  }

  const startedMs = monotonicMs()
  await over(first)
  expect([await settled(first), await bettable(second)]).toEqual([false, true])
  await over(second)
  expect([await settled(second), await bettable(third)]).toEqual([false, false])
  const ages = async () =>
    (await oldestUnsettledGauge(base.db).read()).find(({ labels }) => labels.part === `league:${id}`)
  expect((await ages())?.value).toBeGreaterThan(100)
  // It is tried again after 1, 2, 4 and more seconds.
  const { rows } = await sql<{ failures: number }>`
    select settle_failures as failures from platform.round where round_id = ${first.roundId}`.execute(base.db)
  const leastSeconds = 2 ** ((rows[0]?.failures ?? Infinity) - 1) - 1
  expect(leastSeconds).toBeLessThanOrEqual((monotonicMs() - startedMs) / 1000)
  fails = (roundId) => roundId === first.roundId
  await expect.poll(() => settled(second), patient).toBe(true)
  expect([await settled(first), await bettable(third)]).toEqual([false, true])

  await close()
  open = [await leagueWorld(base, { folder })]
  await expect.poll(() => settled(first), patient).toBe(true)
  expect(await ages()).toBeUndefined()
})
