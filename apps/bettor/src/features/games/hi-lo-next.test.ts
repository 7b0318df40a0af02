import { streamsOf } from '@nare/fair/stream'
import { hiLo, winningRanks, type HiLoMove } from '@nare/games/hi-lo'
import { money } from '@nare/money/money'
import { expect, test } from 'vitest'
import { nextMultiplier, trailOf, type Guess } from './hi-lo-next.ts'

const terms = { stake: money(2_000n), maxWin: money(10n ** 15n) }
const play = (label: string, moves: readonly HiLoMove[]) => {
  const played = hiLo.play(streamsOf('key')(label), { options: {}, moves, terms })
  if (!played.ok) throw new Error(played.reason)
  return played.round
}

test('the displayed multiplier of a guess equals the multiplier of the round after a right guess, for any skips and guesses', () => {
  let rightGuesses = 0
  for (let game = 0; game < 300; game++) {
    const moves: HiLoMove[] = []
    for (let step = 0; step < 6; step++) {
      const { state, result } = play(`r${game}`, moves)
      if (state === 'done') break
      const card = result.cards.at(-1) ?? ''
      const guess: Guess = winningRanks(card, 'higher or same') < 13 ? 'higher or same' : 'lower or same'
      const move = (game + step) % 3 === 0 ? ({ skip: true } as const) : { guess }
      const shown = nextMultiplier({ cards: result.cards, moves, guess })
      moves.push(move)
      const after = play(`r${game}`, moves)
      if (!('guess' in move) || after.multiplier === 0n) continue
      rightGuesses++
      expect(after.multiplier).toBe(shown)
    }
  }
  expect(rightGuesses).toBeGreaterThan(100)
})

test('the trail has every earlier card with what was done on it, and the multiplier after it', () => {
  const [higher, lower] = [{ guess: 'higher or same' }, { guess: 'lower or same' }] as const
  const moves: HiLoMove[] = [{ skip: true }, higher, { skip: true }, lower]
  expect(trailOf(['♠2', '♠8', '♦8', '♣3', '♣K'], moves)).toEqual([
    { card: '♠2', mark: 'skip', multiplier: undefined, isWrong: false },
    { card: '♠8', mark: 'higher', multiplier: (9_900n * 13n) / 7n, isWrong: false },
    { card: '♦8', mark: 'skip', multiplier: (9_900n * 13n) / 7n, isWrong: false },
    { card: '♣3', mark: 'lower', multiplier: (9_900n * 13n * 13n) / (7n * 2n), isWrong: true },
  ])
  expect(trailOf(['♠8'], [])).toEqual([])
  expect(trailOf(['♠8', '♠9'], [higher, { cash_out: true }])).toHaveLength(1)
})
