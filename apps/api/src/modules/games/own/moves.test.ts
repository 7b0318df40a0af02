import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GameChoice, GameMove } from '@nare/contract/game-shapes'
import type { GameRound } from '@nare/contract/games'
import { playWire, type WireRound } from '@nare/games/wire'
import { multiplierText } from '@nare/games/games'
import { formatMoney, money } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { isFullLength } from '#testing/full-length'
import { gamesEnv, ownGamesOn } from '#testing/own-games'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp(gamesEnv)
})
afterAll(() => nare.close())

const mines: GameChoice = { game: 'mines', options: { mines: 3 } }
const hiLo: GameChoice = { game: 'hi-lo', options: {} }
const blackjack: GameChoice = { game: 'blackjack', options: {} }
const clientSeed = 'client seed'

test('for random moves, a stored round equals the rules applied to the accepted moves', async () => {
  let state = 20_261_122
  const below = (n: number): number => (state = (state * 48_271) % 2_147_483_647) % n
  const [own, bets, bettor] = [ownGamesOn(nare), betsOn(nare), await nare.bettor(100_000)]
  if (!bettor) throw new Error('no bettor')
  await own.setSeeds(bettor, { serverSeed: 'fuzz', clientSeed, nonce: 0 })
  const anyMove = (): GameMove => {
    const all: GameMove[] = [
      { reveal: below(25) },
      { reveal: below(25) },
      { cash_out: true },
      { skip: true },
      { guess: below(2) ? 'higher or same' : 'lower or same' },
      { guess: 'higher or same' },
      ...(['hit', 'stand', 'double', 'split', 'insurance'] as const),
    ]
    return all[below(all.length)] ?? 'hit'
  }
  const seen = new Map<string, number>()
  for (let nonce = 0; nonce < (isFullLength ? 40 : 12); nonce++) {
    const chosen = [mines, hiLo, blackjack, { game: 'mines', options: { mines: 1 } } as const][below(4)] ?? mines
    let round = await own.mustBet(bettor.token, chosen)
    for (let n = 0; n < 8; n++) {
      const move = anyMove()
      const { status, body } = await own.move(bettor.token, round, move)
      const accepted = { ...chosen, moves: [...round.moves, move] } as WireRound
      const terms = { stake: money(2000n), maxWin: money(round.game === 'blackjack' ? 29_000_000n : 50_000_000n) }
      const played =
        isOf(round, move) && playWire(accepted, { seeds: { serverSeed: 'fuzz', clientSeed, nonce }, terms })
      const expected = played ? (played.ok ? 'done' : played.reason) : 'invalid_input'
      const answer = status === 200 ? 'done' : String(body['code'])
      seen.set(answer, (seen.get(answer) ?? 0) + 1)
      expect([move, answer]).toEqual([move, expected])
      if (!played || !played.ok) continue
      const { result, payout, staked, multiplier, state } = played.round
      round = body.round
      expect(round).toMatchObject({ result, state, payout: formatMoney(payout), staked: formatMoney(staked) })
      expect(round.multiplier).toBe(multiplierText(multiplier))
    }
    expect(await own.round(bettor.token, round.round_id)).toEqual(round)
    if (round.state === 'open' && round.game === 'blackjack') await own.move(bettor.token, round, 'stand')
    else if (round.state === 'open') await own.move(bettor.token, round, { cash_out: true })
  }
  for (const code of ['done', 'bad_move', 'round_over', 'invalid_input'])
    expect(seen.get(code) ?? 0).toBeGreaterThan(isFullLength ? 10 : 2)
  await bets.verifyBooks()
})

const isOf = ({ game }: GameRound, move: GameMove): boolean => {
  if (typeof move === 'string') return game === 'blackjack'
  if ('cash_out' in move) return game !== 'blackjack'
  return 'reveal' in move ? game === 'mines' : game === 'hi-lo'
}
