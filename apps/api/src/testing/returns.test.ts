import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GameChoice } from '@nare/contract/game-shapes'
import type { GameRound } from '@nare/contract/games'
import { operatorReturns, type ReturnRow, type StatedProduct } from '@nare/contract/operator-returns'
import { expectationOf } from '@nare/games/expectation'
import type { GameName } from '@nare/games/games'
import { formatMoney, money } from '@nare/money/money'
import { transact } from '#platform/db'
import { leaguePick, openTestLeague, voided } from '#testing/league'
import { playOn } from '#testing/league-play'
import { operatorsOf, operatorToken } from '#testing/operators'
import { gamesEnv, ownGamesOn, type TestMove } from '#testing/own-games'
import { bgaming } from '#modules/casino/testing/bgaming-client'
import { openWalletWorld, unique, type WalletWorld } from '#modules/casino/testing/wallet-world'

let world: WalletWorld

beforeAll(async () => {
  const people = operatorsOf({ farida: 'finance', baraka: 'trader', hawa: 'auditor' })
  world = await openWalletWorld({ ...gamesEnv, OPERATORS: people })
})
afterAll(async () => {
  await world.verify()
  await world.close()
})

const returns = async (given: { product?: StatedProduct; from?: string; to?: string } = {}, name = 'farida') =>
  world.nare.call(operatorReturns.returns, given, operatorToken(name))
const rowOf = async (product: StatedProduct, game: string): Promise<ReturnRow | undefined> => {
  await world.nare.app.returns.sum()
  return (await returns({ product })).body.data.find((row) => row.game === game)
}

const everyGame: readonly GameChoice[] = [
  { game: 'dice', options: { target: '50.5', over: true } },
  { game: 'limbo', options: { target: '2.00' } },
  { game: 'mines', options: { mines: 3 } },
  { game: 'plinko', options: { rows: 12, risk: 'medium' } },
  { game: 'keno', options: { picks: [1, 2, 30], risk: 'low' } },
  { game: 'wheel', options: { segments: 20, risk: 'high' } },
  {
    game: 'roulette',
    options: {
      bets: [
        { on: 'red', amount: '12.5' },
        { on: '17', amount: '7.50' },
      ],
    },
  },
  { game: 'hi-lo', options: {} },
  { game: 'blackjack', options: {} },
]

test('the sums of each own game are those of its rounds and of the ledger, with the mean of their rules', async () => {
  const own = ownGamesOn(world.nare)
  const { token } = await world.bettor(100_000)
  const rounds: GameRound[] = []
  for (let turn = 0; turn < 6; turn++)
    for (const choice of everyGame) {
      let round = await own.mustBet(token, choice, { stake: '20' })
      for (let n = 0; round.state === 'open'; n++) {
        const move = round.game === 'mines' ? minesMove(n, turn) : round.game === 'hi-lo' ? hiLoMove(round) : 'stand'
        round = await own.mustMove(token, round, move as TestMove)
      }
      rounds.push(round)
    }
  for (const { game } of everyGame) {
    const of = rounds.filter((round) => round.game === game)
    const row = await rowOf('games', game)
    const cents = (text: string) => BigInt(text.replace('.', ''))
    const staked = of.reduce((sum, { stake }) => sum + cents(stake), 0n)
    const paid = of.reduce((sum, { payout }) => sum + cents(payout), 0n)
    expect(row).toMatchObject({
      rounds: of.length,
      stakes: formatMoney(money(staked)),
      returns: formatMoney(money(paid)),
      gross: formatMoney(money(staked - paid)),
      measured_percent: ((Number(paid) / Number(staked)) * 100).toFixed(2),
      by_rules: true,
    })
    const expected = of.map(({ options, moves, result, stake }) =>
      expectationOf({
        ...{ game: game as GameName, options, moves, result, stake: money(2_000n) },
        staked: money(cents(stake)),
      }),
    )
    const [mean, variance] = [sumOf(expected, 'mean'), sumOf(expected, 'variance')]
    expect(Number(row?.expected_percent)).toBeCloseTo((mean / Number(staked)) * 100, 1)
    expect(Number(row?.z)).toBeCloseTo((Number(paid) - mean) / Math.sqrt(variance), 1)
  }
  const { kept, data } = (await returns({ product: 'games' })).body
  const sums = (key: 'stakes' | 'returns') => data.reduce((sum, row) => sum + Number(row[key]), 0).toFixed(2)
  const ofLedger = { stakes: sums('stakes'), returns: sums('returns') }
  expect(kept).toMatchObject([{ product: 'games', day: ofLedger, week: ofLedger, month: ofLedger }])
})

const minesMove = (n: number, turn: number) => (n < 2 ? { reveal: 7 * n + turn } : { cash_out: true })

function hiLoMove({ result }: GameRound) {
  const { cards } = result as { cards: readonly string[] }
  if (cards.length > 3) return { cash_out: true }
  return { guess: /[3-8A]$/.test(cards.at(-1) ?? '') ? 'higher or same' : 'lower or same' }
}
const sumOf = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

test('a league market has the mean of the tables, a multi is no market, and a void bet counts nothing', async () => {
  const league = await openTestLeague(world.nare)
  const on = playOn(world.nare, league)
  const { token } = await world.bettor(10_000)
  const [round, lost] = [await league.open('2'), await league.open('3')]
  const [first, second] = round.matches
  const [other] = lost.matches
  if (!first || !second || !other) throw new Error('a round has no matches')
  const pick = leaguePick(first, ['3', 'home_team'])
  const place = async (picks: Parameters<typeof league.place>[1]) =>
    expect((await league.place(token, picks, { stake: '50' })).status).toBe(201)
  await place([pick])
  await place([pick, leaguePick(second, ['3', 'draw'])])
  await place([leaguePick(other, ['3', 'home_team'])])
  await on.play(round, round.draw(3))
  await league.void(lost)
  await world.nare.app.leagueBets.settleRound(voided(lost))
  const row = await rowOf('league', '3')
  expect(row).toMatchObject({ rounds: 1, stakes: '50.00', stated_percent: '92.00', by_rules: true })
  // The chance of a home win by the weights of its 81 scores, home goals first.
  const weights = first.weights.reduce((sum, weight, at) => (Math.floor(at / 9) > at % 9 ? sum + weight : sum), 0)
  expect(Number(row?.expected_percent)).toBeCloseTo((weights / 2 ** 32) * Number(pick.odd_value) * 100, 1)
  expect(Number(row?.expected_percent)).toBeLessThanOrEqual(92)
  expect(await rowOf('league', 'multi')).toMatchObject({ rounds: 1, stakes: '50.00', stated_percent: null })
})

test("a provider's game counts a round once, with every later stake, payment and correction", async () => {
  const { client, round } = await world.playing(bgaming)
  const game = `${bgaming.provider}:${bgaming.game}`
  const before = await rowOf('casino', game)
  expect(before).toBeUndefined()
  const [bet, win] = [unique('bet'), unique('win')]
  await client.bet({ tx: bet, round, cents: 1_000n })
  expect(await rowOf('casino', game)).toBeUndefined()
  await client.win({ tx: win, round, cents: 700n, ref: bet })
  await closeRounds()
  expect(await rowOf('casino', game)).toMatchObject({
    rounds: 1,
    stakes: '10.00',
    returns: '7.00',
    by_rules: false,
    z: null,
  })
  await client.win({ tx: unique('late'), round, cents: 500n, ref: bet })
  await closeRounds()
  expect(await rowOf('casino', game)).toMatchObject({ rounds: 1, stakes: '10.00', returns: '12.00' })
  await client.rollback({ tx: unique('back'), ref: bet, round, cents: 1_000n })
  await closeRounds()
  await world.verify()
})

/** Closes every open round, as an operator does. */
async function closeRounds(): Promise<void> {
  const { house } = world.nare.app.casino
  const { rows } = await sql<{ id: bigint }>`select id from casino.round where closed_at is null`.execute(
    world.nare.base.db,
  )
  for (const { id } of rows) await house.closeRound(id, 'hawa')
}

test('sums made anew from all decided tickets are those that were kept', async () => {
  const { app, base } = world.nare
  await app.returns.sum()
  const read = async () => {
    const { rows } = await sql<object>`
      select product, game, sum(rounds)::text, sum(stakes)::text, sum(returned)::text, sum(judged)::text, sum(mean)::text, sum(variance)::text,
        sum(stake_squares)::text as ss, sum(stake_returns)::text as sr, sum(return_squares)::text as rr
      from returns.hour group by 1, 2 having sum(rounds) > 0 order by 1, 2`.execute(base.db)
    return rows
  }
  const kept = await read()
  expect(kept.length).toBeGreaterThan(10)
  await transact(base.db, async (tx) => {
    await sql`update returns.hour set rounds = 0, stakes = 0, returned = 0, judged = 0, mean = 0, variance = 0, stake_squares = 0,
      stake_returns = 0, return_squares = 0`.execute(tx)
    await sql`
      insert into returns.change (bet_id, product, at, stake, returned, system, was_counted, is_counted, was_stake, was_returned)
      select bet_id, product, settled_at, stake, returned, system, false, true, 0, 0 from betting.bet
      where product in ('league', 'games', 'casino') and state not in ('open', 'void')`.execute(tx)
  })
  await app.returns.sum()
  expect(await read()).toEqual(kept)
})

test('a span is given by days of the country or by times, and what is no span is refused with its field', async () => {
  const today = new Date(world.nare.app.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10)
  const whole = (await returns({ from: today, to: today })).body
  expect(whole.from).toBe(new Date(Date.parse(`${today}T00:00:00+03:00`)).toISOString())
  expect(Date.parse(whole.to) - Date.parse(whole.from)).toBe(86_400_000)
  const tomorrow = new Date(Date.parse(whole.to)).toISOString()
  const later = (
    await returns({ from: tomorrow, to: new Date(Date.parse(tomorrow) + 1).toISOString(), product: 'games' })
  ).body
  expect(Date.parse(later.to) - Date.parse(later.from)).toBe(3_600_000)
  expect(later.data.every(({ rounds, z }) => rounds === 0 && z === null)).toBe(true)
  const fieldsOf = async (given: { from?: string; to?: string }) => {
    const { status, body } = await returns(given)
    return [status, Object.keys((body as unknown as { fields: object }).fields)]
  }
  expect(await fieldsOf({ from: '2026-02-31' })).toEqual([400, ['from']])
  expect(await fieldsOf({ from: 'x' })).toEqual([400, ['from']])
  expect(await fieldsOf({ from: today, to: '2020-01-01' })).toEqual([400, ['to']])
  expect(await fieldsOf({ from: '2020-01-01', to: today })).toEqual([400, ['from']])
})

test('only who reads reports reads returns, also as a file', async () => {
  expect([(await returns({}, 'hawa')).status, (await returns({}, 'baraka')).status]).toEqual([200, 403])
  const file = (name: string) =>
    world.nare.app.app.inject({
      url: '/v1/operator/reports/returns.csv?product=games',
      headers: { authorization: `Bearer ${operatorToken(name)}` },
    })
  const [sent, refusedFile] = [await file('farida'), await file('baraka')]
  expect([sent.statusCode, refusedFile.statusCode]).toEqual([200, 403])
  const lines = sent.body.trim().split('\r\n')
  expect(lines[0]).toBe(
    'product,game,name,group,rounds,stakes,returns,gross,measured_percent,stated_percent,expected_percent,low_percent,high_percent,z,by_rules',
  )
  expect(lines).toHaveLength(11)
  expect(lines[1]).toMatch(/^games,dice,Dice,,6,120\.00,/)
})
