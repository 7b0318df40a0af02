import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import type { GameChoice, GameOptions } from '@nare/contract/game-shapes'
import { games as calls, type GameRoundOf } from '@nare/contract/games'
import { ledger } from '@nare/contract/ledger'
import { protection } from '@nare/contract/protection'
import { gameNames, optionsOf, serverSeedHash } from '@nare/games/games'
import published from '@nare/games/published-vectors.json' with { type: 'json' }
import { countedTickets } from '#modules/risk/risk'
import { settledTickets } from '#modules/tickets/tickets'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets } from '#testing/bets'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: Bets
let own: ReturnType<typeof ownGamesOn>

beforeAll(async () => {
  nare = await testApp(gamesEnv)
  bets = betsOn(nare)
  own = ownGamesOn(nare)
})
afterAll(() => closeWithBooks(nare))

async function newBettor(shillings = 10_000): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

const dice: GameChoice = { game: 'dice', options: { target: '50.5', over: true } }
const mines: GameChoice = { game: 'mines', options: { mines: 3 } }
const everyGame: readonly GameChoice[] = [
  dice,
  { game: 'limbo', options: { target: '2.00' } },
  mines,
  { game: 'plinko', options: { rows: 12, risk: 'medium' } },
  { game: 'keno', options: { picks: [1, 2, 30], risk: 'low' } },
  { game: 'wheel', options: { segments: 20, risk: 'high' } },
  {
    game: 'roulette',
    options: {
      bets: [
        { on: 'red', amount: '12.5' },
        { on: '17', amount: '2.50' },
        { on: 'split 17-20', amount: '2.50' },
        { on: 'street 34-35-36', amount: '2.50' },
      ],
    },
  },
  { game: 'hi-lo', options: {} },
  { game: 'blackjack', options: {} },
]

test('net is what play won or lost, the same in the list, the session and the days, and rounds are summed by game', async () => {
  const { token } = await newBettor()
  const [won, lost, later] = [await nare.match(), await nare.match(), await nare.match()]
  for (const [match, stake] of [
    [won, '100'],
    [lost, '50'],
    [later, '30'],
  ] as const)
    await bets.mustPlace(token, [pick(match)], { stake })
  await bets.result(won, { full_time: '1:0' })
  await bets.result(lost, { full_time: '0:1' })
  const rounds = [await own.mustBet(token, dice), await own.mustBet(token, dice)]
  await own.mustBet(token, mines)
  const paid = rounds.reduce((sum, { payout }) => sum + Number(payout), 0)
  const net = (60 + paid - 40).toFixed(2)

  const { body: all } = await nare.call(betting.bets, {}, token)
  expect(all.totals).toMatchObject({ staked: '240.00', net_settled: net })
  const { session, last_30_days } = (await nare.call(protection.protection, {}, token)).body
  expect([session.staked, session.net, last_30_days.net]).toEqual(['240.00', net, net])
  const { body } = await nare.call(betting.days, {}, token)
  const day = body.today
  expect(body.data).toEqual([
    {
      day,
      product: 'games',
      game: 'dice',
      name: 'Dice',
      bets: 2,
      staked: '40.00',
      returned: paid.toFixed(2),
      net: (paid - 40).toFixed(2),
    },
    { day, product: 'sports', bets: 2, staked: '150.00', returned: '210.00', net: '60.00' },
  ])
  const kinds = async (kind: 'tickets' | 'rounds') => (await nare.call(betting.bets, { kind }, token)).body.meta.total
  expect([await kinds('tickets'), await kinds('rounds')]).toEqual([3, 3])
  const tooLong = await nare.call(betting.days, { days: 32 }, token)
  expect(tooLong).toMatchObject({ status: 400, body: { fields: { days: expect.any(String) as unknown } } })
})

test('a round counts what it had at risk, which is nothing if it almost always wins, also when it loses', async () => {
  const { token } = await newBettor()
  const counts = async (target: string) => {
    const { round_id } = await own.mustBet(token, { game: 'dice', options: { target, over: true } })
    const [ticket] = await countedTickets(nare.app.db, await settledTickets(nare.app.db, [BigInt(round_id)]))
    return ticket?.atRisk
  }
  expect([await counts('4.00'), await counts('50.5')]).toEqual([0n, 20_00n])
})

test('the list has every game with its limits and payout tables', async () => {
  const { data } = (await nare.call(calls.list, {})).body
  expect(data.map(({ game }) => game)).toEqual(gameNames)
  for (const { game, options, max_win } of data) {
    expect(options).toEqual(JSON.parse(JSON.stringify(optionsOf[game]())))
    expect(max_win).toBe({ blackjack: '290000.00', roulette: '1000000.00' }[String(game)] ?? '500000.00')
  }
})

test('every game can be played to its end, and its rounds recomputed once the seeds are revealed', async () => {
  const { token } = await newBettor()
  for (const chosen of everyGame) {
    let round = await own.mustBet(token, chosen)
    expect(round.fairness).not.toHaveProperty('server_seed')
    while (round.state === 'open') {
      if (round.game === 'mines') round = await own.mustMove(token, round, { reveal: round.moves.length })
      else if (round.game === 'hi-lo') round = await own.mustMove(token, round, guessOf(round))
      else round = await own.mustMove(token, round, 'stand')
    }
    expect(await own.round(token, round.round_id)).toEqual(round)
  }
  const before = (await nare.call(calls.seeds, {}, token)).body
  expect(before).toMatchObject({ nonce: 9 })
  const rotated = (await own.rotate(token)).body
  expect(rotated.revealed).toMatchObject({ server_seed_hash: before.server_seed_hash, rounds: 9 })
  expect(serverSeedHash(rotated.revealed.server_seed)).toBe(before.server_seed_hash)
  expect(rotated).toMatchObject({
    server_seed_hash: before.next_server_seed_hash,
    client_seed: before.client_seed,
    nonce: 0,
  })
  expect(await own.wrongRounds(token)).toEqual([])
})

/** A guess that can lose: one that cannot lose is refused. */
function guessOf({ result, moves }: GameRoundOf<'hi-lo'>) {
  if (moves.some((move) => 'guess' in move)) return { cash_out: true } as const
  return { guess: /[3-7A]$/.test(result.cards.at(-1) ?? '') ? 'higher or same' : 'lower or same' } as const
}

test('balance, bet, statement and history agree with each round', async () => {
  const bettor = await newBettor(100)
  const { serverSeed, clientSeed } = published.stake_like
  await own.setSeeds(bettor, { serverSeed, clientSeed, nonce: 1 })
  const id = randomUUID()
  const won = await own.bet(bettor.token, dice, { id })
  // A roll of 74.67 over 50.50: 4,950 of 10,001 rolls win.
  expect(won.body).toMatchObject({
    status: 201,
    round: {
      game: 'dice',
      id,
      stake: '20.00',
      options: { target: '50.50', over: true },
      state: 'done',
      result: { roll: '74.67' },
      multiplier: '2.0002',
      payout: '40.00',
      moves: [],
      fairness: { client_seed: clientSeed, nonce: 1, server_seed_hash: serverSeedHash(serverSeed) },
    },
    balance: '120.00',
  })
  const { round_id } = won.body.round
  const lost = await own.mustBet(bettor.token, { game: 'dice', options: { target: '53.86', over: true } })
  expect(lost).toMatchObject({ result: { roll: '53.86' }, multiplier: '0.0000', payout: '0.00' })
  expect(await bets.bet(bettor.token, round_id)).toMatchObject({
    bet_id: round_id,
    id,
    product: 'games',
    state: 'won',
    returned: '40.00',
    legs: [],
    game: { game: 'dice', round_id, multiplier: '2.0002', result: '74.67', target: '50.50', over: true },
  })
  expect((await bets.bet(bettor.token, id)).bet_id).toBe(round_id)
  const { body } = await nare.call(betting.bets, { product: 'games' }, bettor.token)
  expect(body).toMatchObject({ meta: { total: 2 }, totals: { staked: '40.00', returned: '40.00', net: '0.00' } })
  const headers = { authorization: `Bearer ${bettor.token}` }
  const file = await nare.app.app.inject({ url: '/v1/bets.csv', headers })
  expect(file.body).toMatch(/,games,single,20\.00,,,won,40\.00,dice 2\.0002,,,,,\r\n/)
  const { data } = (await nare.call(ledger.transactions, {}, bettor.token)).body
  expect(data.slice(0, 3).map((row) => [row.kind, row.amount, row.product, row.game, row.name])).toEqual([
    ['stake', '-20.00', 'games', 'dice', 'Dice'],
    ['win', '40.00', 'games', 'dice', 'Dice'],
    ['stake', '-20.00', 'games', 'dice', 'Dice'],
  ])
  const list = (await nare.call(calls.rounds, { game: 'dice' }, bettor.token)).body
  expect(list.data.map((row) => row.round_id)).toEqual([lost.round_id, round_id])
  expect((await nare.call(calls.rounds, { game: 'keno' }, bettor.token)).body).toMatchObject({ data: [] })
})

test('the calls draw the published vectors', async () => {
  const { dice, limbo, roulette, mines_nonce1_3, keno, plinko_rights, wheel_index, ...seeds } = published.stake_like
  const at = async <G extends GameChoice['game']>(nonce: number, game: G, options: GameOptions<G>) => {
    const bettor = await newBettor(100)
    await own.setSeeds(bettor, { ...seeds, nonce })
    const round = (await own.mustBet(bettor.token, { game, options } as GameChoice)) as GameRoundOf<G>
    return { bettor, round, result: round.result }
  }
  for (const [nonce, roll] of Object.entries(dice))
    expect((await at(Number(nonce), 'dice', { target: '50', over: true })).result).toEqual({ roll: roll.toFixed(2) })
  for (const [nonce, drawn] of Object.entries(limbo))
    expect((await at(Number(nonce), 'limbo', { target: '2' })).result).toEqual({ multiplier: drawn.toFixed(2) })
  for (const [nonce, number] of Object.entries(roulette))
    expect((await at(Number(nonce), 'roulette', { bets: [{ on: 'red', amount: '20' }] })).result).toEqual({ number })
  for (const [nonce, drawn] of Object.entries(keno))
    // The published numbers count from 1.
    expect((await at(Number(nonce), 'keno', { picks: [1], risk: 'low' })).result).toMatchObject({
      drawn: drawn.map((number) => number - 1),
    })
  for (const [rows, rights] of Object.entries(plinko_rights))
    for (const [n, slot] of rights.entries())
      expect((await at(n + 1, 'plinko', { rows: Number(rows), risk: 'low' })).result).toMatchObject({ slot })
  for (const [nonce = 0, segments = 0, segment] of wheel_index)
    expect((await at(nonce, 'wheel', { segments, risk: 'low' })).result).toEqual({ segment })
  const hidden = await at(1, 'mines', { mines: 3 })
  expect(hidden.result).toEqual({ revealed: [] })
  const hit = await own.mustMove(hidden.bettor.token, hidden.round, { reveal: mines_nonce1_3[0] ?? 0 })
  expect(hit).toMatchObject({ result: { mines: mines_nonce1_3 }, payout: '0.00' })
  const dealt = await at(1, 'blackjack', {})
  expect(dealt.result).toMatchObject({ player: [published.stake_like.cards_nonce1_first10.slice(0, 2)] })
  const bettor = await newBettor(100)
  await own.setSeeds(bettor, published.stake_like.limbo_extreme)
  const far = await own.mustBet(bettor.token, { game: 'limbo', options: { target: '2' } })
  expect(far.result).toEqual({ multiplier: published.stake_like.limbo_extreme.value.toFixed(2) })
})
