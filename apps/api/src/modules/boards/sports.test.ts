import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boards as calls } from '@nare/contract/boards'
import { protection } from '@nare/contract/protection'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'

type Period = 'day' | 'week' | 'month'

let nare: TestApp
let bets: Bets
let owner: ReturnType<typeof openDb>['db']

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  loser = await nare.bettor(10)
  await noonOf('2030-05-15')
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

/** Moves the clock of the database and the server to noon of a day in the country's time zone. */
async function noonOf(day: string): Promise<void> {
  await nare.app.clock.advance((new Date(`${day}T09:00:00Z`).getTime() - nare.app.clock.now()) / 1000)
}

/** Loses enough in each period for all its prizes. */
let loser: SeededBettor

async function players(count: number): Promise<SeededBettor[]> {
  await sql`truncate boards.score, boards.step, boards.bet, boards.prize, boards.season`.execute(owner)
  return nare.bettors(count, 10_000)
}

let ids = 50_000_000n

type Settled = { stake: number; odds: number; state?: 'won' | 'lost' }

/** Inserts bets that are settled now, as the settlement of a match settles them. */
async function settled(
  all: readonly (Settled & { by: SeededBettor })[],
  { lost = 1_000_000_00 }: { lost?: number } = {},
): Promise<bigint[]> {
  const betIds = [...all, loser].map(() => ++ids)
  const bets = [...all, { by: loser, stake: lost, odds: 2, state: 'lost' as const }]
  for (const [at, { by, stake, odds, state = 'won' }] of bets.entries()) {
    const returned = state === 'won' ? Math.floor(stake * odds) : 0
    await sql`
      insert into betting.bet (bet_id, bettor_id, client_id, hash, type, stake, total_odds, possible_win, rules_version, placed_at)
      values (${betIds[at]}, ${by.id}, ${randomUUID()}, '\\x00', 'single', ${stake}, ${Math.round(odds * 1000)}, ${returned}, 'x', platform.now())`.execute(
      owner,
    )
    await sql`update betting.bet set state = ${state}, returned = ${returned}, times_settled = 1, settled_at = platform.now()
      where bet_id = ${betIds[at]}`.execute(owner)
  }
  return betIds
}

const correct = (betId: bigint | undefined, state: 'won' | 'lost' | 'void', returned: number) =>
  sql`update betting.bet set state = ${state}, returned = ${returned}, times_settled = times_settled + 1 where bet_id = ${betId}`.execute(
    owner,
  )

const board = async (period: Period = 'day', { page = 1, token }: { page?: number; token?: string } = {}) => {
  const { status, body } = await nare.call(calls.leaderboard, { period, page }, token)
  expect(status).toBe(200)
  return body
}
const shown = async (period: Period = 'day') =>
  (await board(period)).data.map(({ rank, points, prize }) => [rank, points, prize])
/** Lets the prizes of closed periods wait for a day and pays them. */
async function payPrizes(): Promise<void> {
  await nare.app.clock.advance(86_401)
  await nare.app.boards.close()
}
const cash = async ({ id }: SeededBettor) => (await nare.app.ledger.balances(id)).balance

test('a real bet that wins is on the board of its day, week and month, and a correction removes it', async () => {
  const [one] = (await players(1)) as [SeededBettor]
  const match = await nare.match()
  await bets.mustPlace(one.token, [pick(match)], { stake: '250' })
  await bets.result(match, { half_time: '0:0', full_time: '1:0' })
  await nare.app.boards.count()
  for (const period of ['day', 'week', 'month'] as const)
    expect((await board(period, { token: one.token })).mine).toMatchObject({ rank: 1, points: 110, mine: true })
  await bets.result(match, { half_time: '0:0', full_time: '0:1' })
  await nare.app.boards.count()
  const { data, mine } = await board('day', { token: one.token })
  expect([data, mine]).toEqual([[], undefined])
})

test('points are the stake, of which at most 100 count, times the price less one; lost and void bets subtract nothing', async () => {
  const [first, second] = (await players(2)) as [SeededBettor, SeededBettor]
  await settled([
    { by: first, stake: 5_000, odds: 3 },
    { by: first, stake: 900_000, odds: 1.5 },
    { by: first, stake: 900_000, odds: 4, state: 'lost' },
    { by: second, stake: 10_000, odds: 2.5 },
  ])
  await Promise.all([nare.app.boards.count(), nare.app.boards.count()])
  expect(await shown()).toEqual([
    [1, 150, '750.00'],
    [1, 150, '750.00'],
  ])
})

test("ranks, pages, the bettor's own row and its page equal those of a sorted list of all players", async () => {
  const bettors = await players(130)
  const worth = bettors.map((_, n) => 1_000 + ((n * 7919) % 37) * 4_000)
  await settled(bettors.map((by, n) => ({ by, stake: 10_000, odds: 1 + (worth[n] ?? 0) / 10_000 })))
  await nare.app.boards.count()
  const sorted = worth.toSorted((a, b) => b - a)
  const rankOf = (cents: number) => sorted.indexOf(cents) + 1
  const pages = await Promise.all([1, 2, 3].map((page) => board('day', { page })))
  const rows = pages.flatMap(({ data }) => data)
  expect(rows.map(({ points }) => Number(points) * 100)).toEqual(sorted)
  expect(rows.map(({ rank }) => rank)).toEqual(sorted.map(rankOf))
  expect(pages[0]?.meta).toEqual({ page: 1, limit: 50, total: 130 })
  for (const n of [0, 36, 77, 129]) {
    const me = bettors[n] as SeededBettor
    const { mine, mine_page: page = 0 } = await board('day', { token: me.token })
    expect(mine).toMatchObject({ rank: rankOf(worth[n] ?? 0), points: (worth[n] ?? 0) / 100 })
    expect((await board('day', { page, token: me.token })).data.filter((row) => row.mine)).toHaveLength(1)
  }
})

test('moves are counted since the hour began on a board of the day', async () => {
  const [first, second] = (await players(2)) as [SeededBettor, SeededBettor]
  await settled([
    { by: first, stake: 10_000, odds: 3 },
    { by: second, stake: 10_000, odds: 2 },
  ])
  await nare.app.boards.count()
  await nare.app.clock.advance(3600)
  await settled([{ by: second, stake: 10_000, odds: 5 }])
  await nare.app.boards.count()
  const moves = async () => (await board()).data.map(({ points, move }) => [points, move])
  expect(await moves()).toEqual([
    [500, 1],
    [200, -1],
  ])
  await nare.app.clock.advance(3600)
  await nare.app.boards.close()
  expect(await moves()).toEqual([
    [500, 0],
    [200, 0],
  ])
})

test('a bettor who hides the name keeps the rank, has no name for others on all boards, and can show the name again', async () => {
  const [first, second] = (await players(2)) as [SeededBettor, SeededBettor]
  await settled([{ by: first, stake: 10_000, odds: 3 }])
  await nare.app.boards.count()
  const hide = (hidden: boolean) => nare.call(calls.visibility, { hidden }, first.token)
  expect((await hide(true)).body.message).toBe('Your name is hidden on all boards')
  await hide(true)
  const [own, other] = [await board('day', { token: first.token }), await board('day', { token: second.token })]
  expect([own.hidden, own.data[0]?.player]).toEqual([true, expect.stringMatching(/^.\*\*\*\d$/u)])
  expect([other.hidden, other.data[0]?.player, other.data[0]?.rank]).toEqual([false, '', 1])
  await hide(false)
  expect((await board('day', { token: second.token })).data[0]?.player).toMatch(/^.\*\*\*\d$/u)
})

test('the prizes of a day are paid once, however often it is closed, with ties shared to the cent, also to hidden and excluded bettors', async () => {
  await noonOf('2030-06-05')
  const bettors = (await players(5)) as [SeededBettor, SeededBettor, SeededBettor, SeededBettor, SeededBettor]
  const odds = [5, 3, 3, 3, 2]
  await settled(bettors.map((by, n) => ({ by, stake: 10_000, odds: odds[n] ?? 1 })))
  await nare.app.boards.count()
  await nare.call(calls.visibility, { hidden: true }, bettors[0].token)
  await nare.call(protection.selfExclude, { period: '30d' }, bettors[1].token)
  const had = await Promise.all(bettors.map(cash))
  const before = await nare.app.ledger.houseBalance('house:promotions')
  await nare.app.boards.close()
  expect(await Promise.all(bettors.map(cash))).toEqual(had)

  await noonOf('2030-06-06')
  await Promise.all(Array.from({ length: 8 }, () => nare.app.boards.close()))
  expect(await Promise.all(bettors.map(cash))).toEqual(had)
  await nare.app.clock.advance(86_401)
  await Promise.all(Array.from({ length: 8 }, () => nare.app.boards.close()))
  await nare.app.boards.close()
  const won = (await Promise.all(bettors.map(cash))).map((now, n) => now - (had[n] ?? 0n))
  // Ranks 2 to 4 have 500, 500 and 100: 366.66 each, and the house keeps two cents.
  expect(won).toEqual([100_000n, 36_666n, 36_666n, 36_666n, 10_000n])
  expect(before - (await nare.app.ledger.houseBalance('house:promotions'))).toBe(219_998n)
  const { rows } = await sql<{ paid: bigint; kept: bigint }>`
    select paid, kept from boards.season where board = 'sports' and period = 'day' and paid > 0`.execute(owner)
  expect(rows).toEqual([{ paid: 219_998n, kept: 2n }])
})

test('a period that cannot be closed does not delay the others', async () => {
  await noonOf('2030-06-12')
  const [one] = (await players(1)) as [SeededBettor]
  for (const day of ['2030-06-12', '2030-06-13']) {
    await noonOf(day)
    await settled([{ by: one, stake: 10_000, odds: 3 }])
    await nare.app.boards.count()
  }
  const had = await cash(one)
  // A prize that was not paid makes closing the first day fail.
  await sql`
    insert into boards.prize (season_id, bettor_id, rank, amount)
    select id, ${one.id}::bigint, 1, 1 from boards.season where board = 'sports' and period = 'day' order by since limit 1`.execute(
    owner,
  )
  await noonOf('2030-06-14')
  await nare.app.boards.close()
  await nare.app.clock.advance(86_401)
  await nare.app.boards.close()
  expect((await cash(one)) - had).toBe(100_000n)
  await sql`delete from boards.prize where amount = 1`.execute(owner)
  await nare.app.boards.close()
  await payPrizes()
  expect((await cash(one)) - had).toBe(200_000n)
})

test('a correction after a period was closed does not change its winners, but changes the open periods', async () => {
  await noonOf('2030-07-03')
  const [one] = (await players(1)) as [SeededBettor]
  const [bet] = await settled([{ by: one, stake: 10_000, odds: 3 }])
  await nare.app.boards.count()
  await noonOf('2030-07-04')
  await nare.app.boards.close()
  await correct(bet, 'lost', 0)
  await nare.app.boards.count()
  expect(await shown('week')).toEqual([])
  await correct(bet, 'won', 40_000)
  await nare.app.boards.count()
  expect(await shown('week')).toEqual([[1, 300, '5000.00']])
  expect(await shown('day')).toEqual([])
  const { rows } = await sql<{ cents: bigint }>`
    select s.cents from boards.score s join boards.season n on n.id = s.season_id where n.period = 'day'`.execute(owner)
  expect(rows).toEqual([{ cents: 20_000n }])
})

test('a period is not closed before the feed has been read up to its end', async () => {
  await noonOf('2030-08-07')
  const [one] = (await players(1)) as [SeededBettor]
  await nare.app.boards.close()
  await settled([{ by: one, stake: 10_000, odds: 3 }])
  const had = await cash(one)
  await noonOf('2030-08-08')
  await nare.app.boards.close()
  expect(await cash(one)).toBe(had)
  await nare.app.boards.count()
  await nare.app.boards.close()
  await payPrizes()
  expect((await cash(one)) - had).toBe(100_000n)
})

test('a period is closed even if bets that were settled after it are not read yet', async () => {
  await noonOf('2030-09-04')
  const [one] = (await players(1)) as [SeededBettor]
  await nare.app.boards.close()
  await settled([{ by: one, stake: 10_000, odds: 3 }], { lost: 300_000 })
  await nare.app.boards.count()
  const had = await cash(one)
  await noonOf('2030-09-05')
  await settled([{ by: one, stake: 10_000, odds: 4 }])
  await nare.app.boards.close()
  await payPrizes()
  // Players lost 3,000 less 200 won: the prize is 20 % of it.
  expect((await cash(one)) - had).toBe(56_000n)
})

test('the counts of scores equal the scores, in whichever order bets are settled and corrected', async () => {
  const bettors = await players(12)
  const betIds: bigint[] = []
  for (let round = 0; round < 6; round++) {
    betIds.push(
      ...(await settled(
        bettors.map((by, n) => ({
          by,
          stake: 10_000,
          odds: 1.1 + ((n * 31 + round * 17) % 90) / 10,
          state: (n + round) % 3 ? 'won' : 'lost',
        })),
      )),
    )
    await correct(betIds[round * 7], round % 2 ? 'void' : 'won', round % 2 ? 0 : 70_000)
    await nare.app.boards.count()
  }
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from (
      select season_id, l.level, cents >> l.level as key, count(*)::int as players
      from boards.score, (values (0), (6), (12), (18), (24)) l (level) where cents > 0 group by 1, 2, 3) want
      full join (select * from boards.step where players > 0) step using (season_id, level, key)
    where want.players is distinct from step.players`.execute(owner)
  expect(rows).toEqual([{ wrong: 0 }])
})
