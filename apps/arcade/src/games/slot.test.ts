import { expect, test } from 'vitest'
import { returnOfAllStops } from '../testing/all-stops.ts'
import { exactReturn, linePay, lines, spin, strips } from './slot.ts'

test('the return computed by symbols equals that of all stops, for reels of seven places', () => {
  for (const from of [0, 6, 13]) {
    const reels = strips.map((reel) => reel.slice(from, from + 7))
    const { paid, of } = returnOfAllStops(reels)
    expect(exactReturn(reels)).toEqual({ paid, of })
  }
  expect(exactReturn()).toEqual({ paid: 30_751_300n, of: 32_000_000n })
})

test('a line pays from the left, the wild replaces all symbols but the drum, and a line of wilds can pay more', () => {
  expect(linePay(['leaf', 'sun', 'leaf', 'bead', 'leaf'])).toEqual({ tenths: 3, count: 3 })
  expect(linePay(['bead', 'leaf', 'leaf', 'leaf', 'leaf'])).toEqual({ tenths: 0, count: 1 })
  expect(linePay(['sun', 'sun', 'sun', 'leaf', 'bead'])).toEqual({ tenths: 30, count: 3 })
  expect(linePay(['sun', 'sun', 'sun', 'sun', 'shield'])).toEqual({ tenths: 300, count: 5 })
  expect(linePay(['drum', 'drum', 'drum', 'drum', 'drum'])).toEqual({ tenths: 0, count: 0 })
  expect(linePay(['sun', 'drum', 'sun', 'sun', 'sun']).tenths).toBe(0)
})

test('a spin shows three symbols per reel from its stops, and pays the sum of its lines', () => {
  const drawn = spin((below) => below - 1)
  expect(drawn.stops).toEqual(strips.map((reel) => reel.length - 1))
  expect(drawn.shown.map((column) => column.length)).toEqual([3, 3, 3, 3, 3])
  expect(drawn.shown[0]?.[1]).toBe(strips[0]?.[0])
  expect(new Set(lines.map((rows) => rows.join(''))).size).toBe(10)
})
