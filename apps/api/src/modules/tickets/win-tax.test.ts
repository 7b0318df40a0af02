import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { games, type GameRound } from '@nare/contract/games'
import { ke } from '#country/ke'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { jackpotWorld, one } from '#testing/jackpots'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import { verifyJackpots } from '#modules/jackpot/jackpot'

const taxes = [...ke.taxes, { from: '2025-07-02', kind: 'withholding', base: 'win', percent: '15' } as const]
let nare: TestApp
const { pool, place, end } = jackpotWorld(() => nare)

beforeAll(async () => {
  nare = await testApp(gamesEnv, { country: { taxes } })
})
afterAll(async () => {
  await betsOn(nare).verifyBooks(taxes)
  expect((await verifyJackpots(nare.app.db)).filter(({ broken }) => broken > 0)).toEqual([])
  await nare.close()
})

const withheld = () => nare.app.ledger.houseBalance('tax:winnings')

test('a jackpot ticket is taxed on its prizes above what it cost, and a refund is not', async () => {
  const before = await withheld()
  const [winner, loser] = await nare.bettors(2, 1000)
  const [played, off] = [
    await pool(2, { carried_over: '500.00' }),
    await pool(2, { void_policy: 'cancel', cancel_at: 1 }),
  ]
  for (const at of [played, off]) {
    await place(at, winner?.token ?? '', [['home_team', 'draw'], one.home])
    await place(at, loser?.token ?? '', [one.away, one.away])
  }
  await end(off, ['void', 'void'])
  expect((await withheld()) - before).toBe(0n)
  await end(played, ['home_team', 'home_team'])
  const { data } = (await nare.call(betting.bets, { product: 'jackpot' }, winner?.token)).body
  const won = data.find(({ state }) => state === 'won')
  expect(won).toMatchObject({ stake: '20.00', tax: { percent: '15' } })
  const returned = Math.round(Number(won?.returned) * 100)
  const tax = Math.floor(((returned - 2000) * 15) / 100)
  expect(won?.tax?.amount).toBe((tax / 100).toFixed(2))
  expect((await withheld()) - before).toBe(BigInt(tax))
  const { balance } = await nare.app.ledger.balances(winner?.id ?? 0n)
  expect(Number(balance)).toBe(100_000 - 2000 + returned - tax)
})

test('each round of an own game is taxed on what it pays above its stake', async () => {
  const before = await withheld()
  const bettor = await nare.bettor(10_000)
  const own = ownGamesOn(nare)
  const rounds: GameRound[] = []
  for (let n = 0; n < 30; n++)
    rounds.push(
      await own.mustBet(bettor.token, { game: 'dice', options: { target: '50.5', over: true } }, { stake: '20.07' }),
    )
  const mines = await own.mustBet(bettor.token, { game: 'mines', options: { mines: 1 } })
  rounds.push(await own.mustMove(bettor.token, mines, { reveal: 3 }))
  const { data } = (await nare.call(betting.bets, { product: 'games', limit: 100 }, bettor.token)).body
  const cents = (text: string): number => Math.round(Number(text) * 100)
  const taxOf = ({ stake, returned }: { stake: string; returned: string }): number =>
    Math.floor((Math.max(0, cents(returned) - cents(stake)) * 15) / 100)
  const decided = data.filter(({ state }) => state !== 'open')
  for (const round of decided) expect(cents(round.tax?.amount ?? '0')).toBe(taxOf(round))
  expect(decided.some(({ tax }) => tax !== undefined)).toBe(true)
  // A round names the tax of its ticket, as it is answered and as it is read again.
  const read = (await nare.call(games.rounds, { limit: 100 }, bettor.token)).body.data
  for (const { round_id: id, tax } of [...rounds, ...read])
    expect(tax).toEqual(data.find(({ bet_id }) => bet_id === id)?.tax)
  expect(Number((await withheld()) - before)).toBe(decided.reduce((sum, round) => sum + taxOf(round), 0))
  const { balance } = await nare.app.ledger.balances(bettor.id)
  const net = data.reduce((sum, round) => sum + cents(round.returned) - cents(round.stake) - taxOf(round), 0)
  expect(Number(balance)).toBe(1_000_000 + net)
})

test('a round of a game is staked with cash alone: its tax deducts the whole stake, and bonus money stays as it is', async () => {
  const bettor = await nare.bettor(100)
  const [own, bonuses] = [ownGamesOn(nare), bonusesOn(nare)]
  await bonuses.grant(bettor, 500, { wagerTimes: 30 })
  await own.setSeeds(bettor, { serverSeed: '7'.repeat(64), clientSeed: 'a', nonce: 0 })
  const mines = { game: 'mines', options: { mines: 1 } } as const
  const beyond = await own.bet(bettor.token, mines, { stake: '200' })
  expect([beyond.status, beyond.body]).toMatchObject([422, { code: 'insufficient_funds' }])
  const before = await withheld()
  const round = await own.mustBet(bettor.token, mines, { stake: '100' })
  await own.mustMove(bettor.token, round, { reveal: 3 })
  const { payout, tax } = await own.mustMove(bettor.token, round, { cash_out: true })
  const won = Math.round(Number(payout) * 100)
  const due = Math.floor(((won - 10_000) * 15) / 100)
  expect(due).toBeGreaterThan(0)
  expect(tax).toEqual({ percent: '15', amount: (due / 100).toFixed(2), paid: ((won - due) / 100).toFixed(2) })
  expect((await withheld()) - before).toBe(BigInt(due))
  expect(await bonuses.has(bettor)).toEqual({ cash: BigInt(won - due), bonus: 50_000n })
})
