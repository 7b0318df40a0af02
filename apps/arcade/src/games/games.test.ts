import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jetAt, jetMs, jetPoint } from './jet.ts'
import { cards, drawCard, prizes } from './scratch.ts'
import { exactReturn } from './slot.ts'
import { kinds, segments } from './sunset-wheel.ts'
import { coinPays, colourPays, numberPays, numbers, roulettePays } from './tables.ts'

const file = new URL('../../../../content/casino/games.json', import.meta.url)
const listed: { games: { game_id: string; rtp: string; data_kb: number }[] } = JSON.parse(readFileSync(file, 'utf8'))
const stated = (gameId: string) => listed.games.find((game) => game.game_id === gameId)?.rtp
const percent = (part: bigint, of: bigint) => {
  const hundredths = (part * 10_000n) / of
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

test('the lobby shows the exact return of each game, rounded down to two places', () => {
  const slot = exactReturn()
  const scratch = prizes.reduce((sum, { pays, cards: count }) => sum + BigInt(pays * count), 0n)
  const colour = Array.from({ length: numbers }, (_, n) => roulettePays('red', n) ?? 0n).reduce((a, b) => a + b)
  expect({
    'pragmatic:savanna-reels': percent(slot.paid, slot.of),
    'pragmatic:scratch-7': percent(scratch, BigInt(cards)),
    'pragmatic:sunset-wheel': percent(48n, 50n),
    'smartsoft:jetx': '97.00',
    'bgaming:coin-duel': percent(coinPays, 200n),
    'hub88:mini-roulette': percent(colour, BigInt(numbers) * 100n),
  }).toEqual(
    Object.fromEntries(listed.games.flatMap(({ game_id, rtp }) => (/^nare:/.test(game_id) ? [] : [[game_id, rtp]]))),
  )
  expect(percent(numberPays, BigInt(numbers) * 100n)).toBe('96.15')
  expect(colourPays).toBe(208n)
  expect(stated('nare:crash')).toBe('97.00')
})

test('the download size in the lobby is at least the real size of a game, and less than twice as much', () => {
  const bytes = (name: string) => statSync(new URL(`../../public/${name}`, import.meta.url)).size
  const shared = ['arcade.css', 'games.css', 'frame.js'].reduce((sum, name) => sum + bytes(name), 0)
  for (const { game_id, data_kb } of listed.games) {
    const [provider, game] = game_id.split(':')
    if (provider === 'nare') continue
    const loads = (shared + bytes(`${game}.html`) + bytes(`${game}.js`)) / 1024
    expect(data_kb).toBeGreaterThanOrEqual(loads)
    expect(data_kb).toBeLessThan(2 * loads)
  }
})

test('every bet on the wheel has the same return, and its segments match the table', () => {
  expect(segments).toHaveLength(50)
  for (const { pays, segments: count } of kinds) {
    expect(segments.filter((one) => one === pays)).toHaveLength(count)
    expect(pays * count).toBe(48)
  }
})

test('of a million cards, each winning card has three equal fields of its prize and no losing card has three', () => {
  let from = 0
  const starts = [
    ...prizes.map(({ pays, cards: count }) => ({ pays, at: (from += count) - count })),
    { pays: 0, at: from },
  ]
  for (const { pays, at } of starts) {
    for (let seed = 0; seed < 50; seed++) {
      let first = true
      const card = drawCard((below) => {
        if (!first) return (seed * 7919 + below * 31) % below
        first = false
        return at
      })
      expect(card.pays).toBe(pays)
      expect(card.fields).toHaveLength(9)
      const threes = prizes.filter((prize) => card.fields.filter((field) => field === prize.pays).length >= 3)
      expect(threes.map((prize) => prize.pays)).toEqual(pays > 0 ? [pays] : [])
    }
  }
})

test('a flight reaches its crash point at the computed time, and a target T is reached with probability 0.97 / T', () => {
  for (const target of [101, 150, 200, 1000, 100_000]) {
    expect(jetAt(jetMs(target))).toBeGreaterThanOrEqual(target)
    expect(jetAt(jetMs(target) - 2)).toBeLessThanOrEqual(target)
    // The smallest r that reaches the target, found by binary search.
    let [low, high] = [0n, 2n ** 52n - 1n]
    while (low < high) {
      const middle = (low + high) / 2n
      if (jetPoint(middle) >= target) high = middle
      else low = middle + 1n
    }
    expect((1 - Number(low) / 2 ** 52) * target).toBeCloseTo(97, 6)
  }
  expect(jetPoint(0n)).toBe(100)
})
