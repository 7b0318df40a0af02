import { expect, test } from 'vitest'
import { uniform } from './chance.ts'

test('a key always gives the same number in [0, 1)', () => {
  for (const key of ['', 'a', '1001/20700/Gor Mahia', 'é…']) {
    expect(uniform(key)).toBe(uniform(key))
    expect(uniform(key)).toBeGreaterThanOrEqual(0)
    expect(uniform(key)).toBeLessThan(1)
  }
})

test('the number of a fixed key never changes, so an upgrade does not change the simulated world', () => {
  expect(uniform('nare')).toBe(0.22402919898740947)
})

test('keys that differ only by a counter are spread evenly over ten bins', () => {
  const bins = Array.from({ length: 10 }, () => 0)
  for (let index = 0; index < 10_000; index += 1) {
    const bin = Math.floor(uniform(`match/1001/${index}`) * 10)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  for (const count of bins) {
    expect(count).toBeGreaterThan(850)
    expect(count).toBeLessThan(1150)
  }
})

test('neighbouring keys are not correlated', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => uniform(`goal/${index}`) - 0.5)
  const products = numbers.slice(1).map((number, index) => number * (numbers[index] ?? 0))
  const correlation = (12 * products.reduce((sum, product) => sum + product, 0)) / products.length
  expect(Math.abs(correlation)).toBeLessThan(0.06)
})
