import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { boards as calls } from '@nare/contract/boards'
import { formatMoney, money } from '@nare/money/money'
import { casinoCrashLosses } from '#modules/casino/casino'
import { crashLosses } from '#modules/games/games'
import { defaultValues } from '#modules/settings/settings'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { readConfig } from '#config'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let owner: ReturnType<typeof openDb>['db']

beforeAll(async () => {
  nare = await testApp()
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  // Noon of a Wednesday in the middle of a month, whatever the time of this run: the boards' periods begin in the country's zone.
  await sql`update platform.clock set shift = timestamptz '2030-05-15 09:00:00Z' - now()`.execute(owner)
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

let ids = 900_000_000n
beforeEach(async () => {
  await sql`delete from games.crash_bet`.execute(owner)
  await sql`delete from casino.provider_tx`.execute(owner)
  await sql`delete from casino.round`.execute(owner)
  await sql`delete from boards.day`.execute(owner)
})

type Won = { cents: number; at: number; hoursAgo?: number; state?: 'won' | 'lost'; round?: number; slot?: number }

/** A decided bet on our crash: `at` is its multiplier in hundredths. */
async function crashBet({ id }: SeededBettor, won: Won): Promise<void> {
  const { cents, at, hoursAgo = 0, state = 'won', round = Number(++ids % 1_000_000n), slot = 1 } = won
  await sql`
    insert into games.crash_bet (bet_id, round, bettor, client_id, slot, stake, cap, state, cashed_out_at, placed_at, decided_at)
    values (${++ids}, ${round}, ${id}, ${randomUUID()}, ${slot}, ${cents}, 1000000, ${state}, ${state === 'won' ? at : null},
      platform.now(), platform.now() - make_interval(hours => ${hoursAgo}))`.execute(owner)
}

/** A closed round of SmartSoft. */
async function theirRound({ id }: SeededBettor, { staked, won }: { staked: number; won: number }): Promise<void> {
  const round = randomUUID()
  await sql`
    insert into casino.round (provider, round_id, bettor_id, game_id, closed_at)
    values ('smartsoft', ${round}, ${id}, 'smartsoft:jetx', platform.now())`.execute(owner)
  for (const [kind, amount] of [
    ['debit', staked],
    ['credit', won],
  ] as const)
    await sql`
      insert into casino.provider_tx (provider, tx_id, kind, bettor_id, round_id, game_id, amount, hash)
      values ('smartsoft', ${randomUUID()}, ${kind}, ${id}, ${round}, 'smartsoft:jetx', ${amount}, '\\x00')`.execute(
      owner,
    )
}

type Bet = { staked: number; won?: number }

/** A closed round of SmartSoft with a payment for each bet; `names`: whether the payments name their bets. */
async function theirBets(
  { id }: SeededBettor,
  bets: readonly Bet[],
  { game = 'JetX', names = true } = {},
): Promise<void> {
  const round = randomUUID()
  await sql`
    insert into casino.round (provider, round_id, bettor_id, game_id, closed_at)
    values ('smartsoft', ${round}, ${id}, ${`smartsoft:${game}`}, platform.now())`.execute(owner)
  const move = (kind: string, tx: string, amount: number, ref: string | null) =>
    sql`
    insert into casino.provider_tx (provider, tx_id, kind, bettor_id, round_id, game_id, amount, ref_tx, hash)
    values ('smartsoft', ${tx}, ${kind}, ${id}, ${round}, ${`smartsoft:${game}`}, ${amount}, ${ref}, '\\x00')`.execute(
      owner,
    )
  for (const { staked, won = 0 } of bets) {
    const tx = randomUUID()
    await move('debit', tx, staked, null)
    await move('credit', randomUUID(), won, names && won > 0 ? tx : null)
  }
}

/** The current board, from a server without a cached board. */
async function board(period?: 'day' | 'week' | 'month', token?: string) {
  const { openBoards } = await import('./boards.ts')
  const { crashSources } = await import('./area.ts')
  const { boardRules } = await import('./settings.ts')
  const { identity, db, country, ledger, catalog } = nare.app
  const rules = () => boardRules(defaultValues({ country, config: readConfig({ SANDBOX: 'on', FEED: 'none' }) }))
  const deps = { db, country, rules, identity, ledger, catalog, background: nare.app.background }
  const fresh = openBoards({ ...deps, sources: crashSources, publish: async () => undefined })
  const session = token === undefined ? undefined : await identity.authenticate(token)
  return fresh.crash({ period, bettor: typeof session === 'object' ? session.bettor : undefined })
}

test('what players lost is their stakes less what they were returned, in both crash games', async () => {
  const [player] = (await nare.bettors(1, 100)) as [SeededBettor]
  await sql`
    insert into games.crash_chain (chain_id, number, games, tip, salt_source)
    values ('crash-7', 7, 10, repeat('0', 64), 'none')`.execute(owner)
  await sql`
    insert into games.crash_round (round_id, round, chain_id, game_no, settled_at) values ('lost', 77, 'crash-7', 1, platform.now())`.execute(
    owner,
  )
  await crashBet(player, { cents: 10_000, at: 250, round: 77 })
  await crashBet(player, { cents: 30_000, at: 1, state: 'lost', round: 77, slot: 2 })
  await theirRound(player, { staked: 9_000, won: 2_000 })
  await theirRound(player, { staked: 1_000, won: 3_000 })
  const [since, until] = [sql`platform.now() - interval '1 hour'`, sql`platform.now() + interval '1 hour'`]
  const lostIn = async (query: RawBuilder<unknown>) =>
    (await sql<{ lost: bigint }>`select lost::bigint from (${query}) q`.execute(owner)).rows[0]?.lost
  expect(await Promise.all([lostIn(crashLosses(since, until)), lostIn(casinoCrashLosses(since, until))])).toEqual([
    15_000n,
    5_000n,
  ])
  const later = sql`platform.now() + interval '2 hours'`
  expect(await Promise.all([lostIn(crashLosses(until, later)), lostIn(casinoCrashLosses(until, later))])).toEqual([
    0n,
    0n,
  ])
})

test('points are what a flight won, scaled down to stakes of 100, over both crash games', async () => {
  const [first, second, third] = (await nare.bettors(3, 100)) as [SeededBettor, SeededBettor, SeededBettor]
  await crashBet(first, { cents: 10_000, at: 250 })
  await crashBet(first, { cents: 50_000, at: 200 })
  await crashBet(second, { cents: 2_000, at: 150 })
  await crashBet(second, { cents: 99_000, at: 1, state: 'lost' })
  await theirRound(second, { staked: 5_000, won: 20_000 })
  await theirRound(third, { staked: 5_000, won: 4_000 })
  const { data, mine } = await board('week', second.token)
  expect(data.map(({ rank, points, mine: own }) => [rank, points, own])).toEqual([
    [1, 250, false],
    [2, 160, true],
  ])
  expect(mine).toEqual(data[1])
})

test("all bets of a flight count together, with or without names in a provider's payments; other games don't count", async () => {
  const [first, second, third] = (await nare.bettors(3, 100)) as [SeededBettor, SeededBettor, SeededBettor]
  const bets = [{ staked: 20_000, won: 60_000 }, { staked: 10_000, won: 25_000 }, { staked: 10_000 }]
  await theirBets(first, bets)
  await theirBets(second, bets, { names: false })
  await theirBets(third, bets, { game: 'plinkox' })
  expect((await board('week')).data.map(({ points }) => points)).toEqual([112.5, 112.5])
  const [one, round] = [await nare.bettor(100), 7_777_777]
  await crashBet(one, { cents: 10_000, at: 900, round })
  await crashBet(one, { cents: 30_000, at: 0, state: 'lost', round, slot: 2 })
  expect((await board('week')).data.map(({ points }) => points)).toEqual([125, 112.5, 112.5])
  await crashBet(second, { cents: 30_000, at: 0, state: 'lost', round, slot: 2 })
  await crashBet(second, { cents: 10_000, at: 200, round })
  expect((await board('week')).data.map(({ points }) => points)).toEqual([125, 112.5, 112.5])
})

test('a day, a week and a month begin in the time zone of the country, and moves are counted from the last day', async () => {
  const [first, second] = (await nare.bettors(2, 100)) as [SeededBettor, SeededBettor]
  await crashBet(first, { cents: 10_000, at: 300, hoursAgo: 14 })
  await crashBet(second, { cents: 10_000, at: 200, hoursAgo: 13 })
  await crashBet(second, { cents: 10_000, at: 350 })
  await crashBet(first, { cents: 10_000, at: 900, hoursAgo: 24 * 4 })
  const pointsOf = async (period: 'day' | 'week' | 'month') =>
    (await board(period)).data.map(({ points, move }) => [points, move])
  expect(await pointsOf('day')).toEqual([[250, 0]])
  expect(await pointsOf('week')).toEqual([
    [350, 1],
    [200, -1],
  ])
  expect(await pointsOf('month')).toEqual([
    [1000, 0],
    [350, 0],
  ])
})

const profitOf = (cents: number, at: number) => Math.floor((cents * at) / 100) - cents

/** Points as the board counts them, best first, of bets that are this old. */
const totals = (bets: readonly (Won & { n: number })[], within: (hoursAgo: number) => boolean) => {
  const sums = new Map<number, number>()
  for (const { n, cents, at, hoursAgo = 0 } of bets)
    if (within(hoursAgo))
      sums.set(n, (sums.get(n) ?? 0) + Math.floor((Math.min(cents, 10_000) * profitOf(cents, at)) / cents) / 100)
  return [...sums.values()].toSorted((a, b) => b - a).map((points) => Math.round(points * 100) / 100)
}

test('finished days are read once, and the board equals the sum of all bets', async () => {
  const bettors = await nare.bettors(7, 100)
  // It is noon: today began 12 hours ago, the week on Monday 60, the month 348 hours ago.
  const bets = Array.from({ length: 120 }, (_, k) => ({
    n: k % 7,
    cents: 1_000 + k * 137,
    at: 110 + ((k * 7919) % 400),
    hoursAgo: (k * 31) % 360,
  })).filter(({ hoursAgo }) => ![12, 60, 348].includes(hoursAgo))
  for (const bet of bets) await crashBet(bettors[bet.n] as SeededBettor, bet)
  const pointsOf = async (period: 'day' | 'week' | 'month') => (await board(period)).data.map(({ points }) => points)
  const expected = {
    week: totals(bets, (hoursAgo) => hoursAgo < 60),
    month: totals(bets, (hoursAgo) => hoursAgo < 348),
  }
  expect([await pointsOf('month'), await pointsOf('week')]).toEqual([expected.month, expected.week])
  await sql`delete from games.crash_bet where decided_at < platform.now() - interval '13 hours'`.execute(owner)
  await crashBet(bettors[0] as SeededBettor, { cents: 10_000, at: 10_100 })
  const [month, week] = [await board('month'), await board('week')]
  const more = [...bets, { n: 0, cents: 10_000, at: 10_100 }]
  expect(month.data.map(({ points }) => points)).toEqual(totals(more, (hoursAgo) => hoursAgo < 348))
  expect(week.data.map(({ points }) => points)).toEqual(totals(more, (hoursAgo) => hoursAgo < 60))
  expect(month.data[0]?.rank).toBe(1)
})

test('what closing a period of the crash board would do is read from days that nobody has stored, and is what then happens', async () => {
  const [first, second, loser] = (await nare.bettors(3, 100)) as [SeededBettor, SeededBettor, SeededBettor]
  await sql`insert into games.crash_chain (chain_id, number, games, tip, salt_source) values ('crash-8', 8, 10, repeat('0', 64), 'none')`.execute(
    owner,
  )
  await sql`insert into games.crash_round (round_id, round, chain_id, game_no, settled_at)
    values ('yesterday', 88, 'crash-8', 1, platform.now() - interval '20 hours')`.execute(owner)
  const yesterday = { round: 88, hoursAgo: 20 }
  await crashBet(first, { ...yesterday, cents: 10_000, at: 300 })
  await crashBet(second, { ...yesterday, cents: 10_000, at: 250 })
  await crashBet(loser, { ...yesterday, cents: 90_000_00, at: 1, state: 'lost' })
  await theirRound(second, { staked: 5_000, won: 20_000 })
  await sql`update casino.round set closed_at = closed_at - interval '18 hours'`.execute(owner)
  const { rows } = await sql<{ id: number }>`
    insert into boards.season (board, period, since, ends_at, marked_at)
    select 'crash', 'day', since, since + interval '1 day', since
    from (select date_trunc('day', platform.now(), ${nare.app.country.timeZone}) - interval '1 day' as since) d
    on conflict (board, period, since) do update set marked_at = excluded.marked_at returning id`.execute(owner)
  const id = rows[0]?.id ?? 0
  const daysStored = async () => (await sql`select from boards.day`.execute(owner)).rows.length
  const foreseen = await nare.app.boards.foreseeClosing(id)
  if (!foreseen.ok) throw new Error(foreseen.code)
  const { payees, later } = foreseen.value
  expect([payees, await daysStored()]).toEqual([2, 0])
  expect(later?.to.map(({ bettor_id }) => bettor_id)).toEqual([String(second.id), String(first.id)])
  const closed = await nare.app.boards.closeSeason(id, 'asha')
  if (!closed.ok) throw new Error(closed.code)
  const { won, kept } = closed.value
  const paid = won.reduce((sum, { amount }) => sum + amount, 0n)
  expect(paid).toBeGreaterThan(0n)
  expect(later).toMatchObject({ paid: formatMoney(money(paid)), kept: formatMoney(money(kept)) })
  expect(await daysStored()).toBe(2)
})

test('a provider round that is corrected on a later day is read again within ten minutes for each day of its age', async () => {
  const bettor = await nare.bettor(100)
  await theirRound(bettor, { staked: 5_000, won: 20_000 })
  await sql`update casino.round set closed_at = closed_at - interval '13 hours'`.execute(owner)
  const points = async () => (await board('month')).data.map((row) => row.points)
  expect(await points()).toEqual([150])
  await sql`update casino.provider_tx set amount = 10000 where kind = 'credit'`.execute(owner)
  expect(await points()).toEqual([150])
  await sql`update boards.day set read_at = read_at - interval '601 seconds'`.execute(owner)
  expect(await points()).toEqual([50])
})

test('a bettor below the listed ranks has a separate row, and other names are masked', async () => {
  const bettors = await nare.bettors(60, 100)
  for (const [n, bettor] of bettors.entries()) await crashBet(bettor, { cents: 1_000, at: 200 + n })
  const last = bettors[0] as SeededBettor
  const { status, body } = await nare.call(calls.jetxLeaderboard, {}, last.token)
  expect([status, body.data.length, body.mine?.rank]).toEqual([200, 50, 60])
  expect(body.data.every(({ player }) => /^.\*\*\*\d$/u.test(player))).toBe(true)
  const guest = await nare.app.app.inject({ method: 'POST', url: '/v1/jetxleaderboard', payload: { period: 'month' } })
  expect([guest.statusCode, guest.json().mine]).toEqual([200, undefined])
})

test('all results of eight matches win only what their bets win together, and a single bet is ahead of them', async () => {
  const [buyer, other] = (await nare.bettors(2, 10_000)) as [SeededBettor, SeededBettor]
  const bets = betsOn(nare)
  const { rows } = await sql<{ at: Date }>`select platform.now() + interval '1 hour' as at`.execute(owner)
  const start_time = rows[0]?.at.toISOString() ?? ''
  const matches = await Promise.all(Array.from({ length: 8 }, () => nare.match({ start_time })))
  const results = [
    ['home_team', '2.10'],
    ['draw', '3.40'],
    ['away_team', '3.60'],
  ] as const
  for (const match of matches)
    for (const [key, odds] of results)
      await bets.mustPlace(buyer.token, [pick(match, '1', key, odds)], { stake: '100' })
  await bets.mustPlace(other.token, [pick(matches[0] ?? '')], { stake: '50' })
  for (const match of matches) await bets.result(match, { full_time: '1:0' })
  await nare.app.boards.count()
  const { data } = (await nare.call(calls.leaderboard, { period: 'day' }, other.token)).body
  expect(data.map(({ rank, points, mine }) => [rank, points, mine])).toEqual([[1, 55, true]])
})
