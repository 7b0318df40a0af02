import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tipOf } from '@nare/fair/chain'
import { fromHex, toHex } from '@nare/fair/hash'
import { crash as crashCalls } from '@nare/contract/crash'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { testApp, type TestApp } from '#testing/app'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import { hashOfGame, makeChain } from './crash/chain.ts'
import { crashRetention, seedRetention } from './games.ts'

let nare: TestApp
let owner: Db
beforeAll(async () => {
  nare = await testApp(gamesEnv)
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

const retention = () =>
  openRetention({
    connection: nare.base.connection,
    log: openLog('silent'),
    ...{ folder: undefined, years: 7, days: 90, months: [], ranges: [] },
    forget: [seedRetention, crashRetention],
  })

test('revealed seeds without rounds are deleted after the retention period; seeds with rounds stay and can still be checked', async () => {
  const own = ownGamesOn(nare)
  const [bettor, other] = await nare.bettors(2, 100)
  if (!bettor || !other) throw new Error('no bettors')
  for (let n = 0; n < 3; n++) await own.rotate(bettor.token)
  await own.mustBet(bettor.token, { game: 'dice', options: { target: '50.00', over: true } })
  await own.rotate(bettor.token)
  await own.rotate(other.token)
  await sql`alter table games.server_seed disable trigger user`.execute(owner)
  await sql`update games.server_seed set revealed_at = revealed_at - interval '91 days' where bettor_id = ${bettor.id}::bigint`.execute(
    owner,
  )
  await sql`alter table games.server_seed enable trigger user`.execute(owner)
  const seeds = async ({ id }: { id: bigint }) =>
    (
      await sql<{ rounds: number | null }>`
        select rounds from games.server_seed where bettor_id = ${id}::bigint order by seed_id`.execute(owner)
    ).rows.map(({ rounds }) => rounds)
  expect(await seeds(bettor)).toEqual([0, 0, 0, 1, null, null])
  expect((await retention().plan())?.deleted).toMatchObject({ 'server seeds without rounds': 3 })
  expect((await retention().run())?.deleted).toMatchObject({ 'server seeds without rounds': 3 })
  expect([await seeds(bettor), await seeds(other)]).toEqual([
    [1, null, null],
    [0, null, null],
  ])
  expect(await own.wrongRounds(bettor.token)).toEqual([])
  expect((await own.rotate(bettor.token)).status).toBe(200)
})

test('crash rounds without bets are deleted after the retention period, except the last of a chain; later hashes still give their hashes', async () => {
  const games = 20
  const { tip, checkpoints } = await makeChain(new Uint8Array(32).fill(9), games)
  const hashes = Array.from({ length: 6 }, (_, n) => toHex(hashOfGame({ checkpoints, games }, n + 1)))
  await sql`insert into platform.owner (name, epoch, beat_at) values ('crash', 1, now()) on conflict do nothing`.execute(
    owner,
  )
  await sql`
    insert into games.crash_chain (chain_id, number, games, tip, salt_source, salt, salted_at, listed)
    values ('crash-7', 7, ${games}, ${tip}, 'a test', ${'ab'.repeat(32)}, now(), 6)`.execute(owner)
  for (const [n, hash] of hashes.entries()) {
    const roundId = `a-crash-${n + 1}`
    const { rows } = await sql<{ id: number }>`
      insert into platform.round (name, round_no, round_id, state, epoch, locks_at, locked_at, ended_at)
      values ('crash', ${n + 1}, ${roundId}, 'ended', 1, now(), now(), now()) returning id`.execute(owner)
    // The second was bet on, the fourth is not old enough.
    await sql`
      insert into games.crash_round (round_id, round, chain_id, game_no, started_at, flown_ms, crash_point, hash, settled_at, empty)
      values (${roundId}, ${rows[0]?.id}, 'crash-7', ${n + 1}, now(), 1, 150, ${hash},
        now() - make_interval(days => ${n === 3 ? 89 : 91}), ${n !== 1})`.execute(owner)
  }
  expect((await retention().plan())?.deleted).toMatchObject({ 'crash rounds without bets': 3 })
  expect((await retention().run())?.deleted).toMatchObject({ 'crash rounds without bets': 3 })
  const { data, meta } = (await nare.call(crashCalls.rounds, { chain_id: 'crash-7' })).body
  expect([data.map(({ game_no }) => game_no), meta.total]).toEqual([[6, 4, 2], 3])
  expect(toHex(tipOf(fromHex(data[0]?.hash ?? ''), 5))).toBe(hashes[0])
  const { rows } = await sql<{ round: string }>`
    select round_id as round from platform.round where name = 'crash' order by round_no`.execute(owner)
  expect(rows.map(({ round }) => round)).toEqual(['a-crash-2', 'a-crash-4', 'a-crash-6'])
  expect((await retention().run())?.deleted).toMatchObject({ 'crash rounds without bets': 0 })
})
