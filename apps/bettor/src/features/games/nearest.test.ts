import { expect, test } from 'vitest'
import { nearestPoint } from './nearest.ts'

// Two rows of three fields, the line between the first two, and a wide field below.
const points = [
  { x: 25, y: 20 },
  { x: 75, y: 20 },
  { x: 125, y: 20 },
  { x: 25, y: 60 },
  { x: 75, y: 60 },
  { x: 125, y: 60 },
  { x: 50, y: 20 },
  { x: 75, y: 100 },
]

test('an arrow leads to the nearest place in its direction, and a line lies between two fields', () => {
  expect(nearestPoint(points, 0, 'ArrowRight')).toBe(6)
  expect(nearestPoint(points, 6, 'ArrowRight')).toBe(1)
  expect(nearestPoint(points, 1, 'ArrowDown')).toBe(4)
  expect(nearestPoint(points, 5, 'ArrowDown')).toBe(7)
  expect(nearestPoint(points, 7, 'ArrowUp')).toBe(4)
})

test('at the edge an arrow stays', () => {
  expect(nearestPoint(points, 0, 'ArrowUp')).toBe(0)
  expect(nearestPoint(points, 2, 'ArrowRight')).toBe(2)
  expect(nearestPoint([], 0, 'ArrowRight')).toBe(0)
})
