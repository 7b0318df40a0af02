import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fitted, thinned, type Point } from './curve-points.ts'
import { Curve } from './curve.tsx'

const box = { width: 104, height: 54, margin: 2 }

test('points fill the box, the lowest value at the bottom', () => {
  const points: Point[] = [
    [0, 1],
    [5, 2],
    [10, 3],
  ]
  expect(fitted(points, box)).toEqual([
    [2, 52],
    [52, 27],
    [102, 2],
  ])
})

test('a flat line is in the middle, a single point in the centre, and points that are not numbers are left out', () => {
  expect(
    fitted(
      [
        [0, 7],
        [1, 7],
      ],
      box,
    ).map(([, y]) => y),
  ).toEqual([27, 27])
  expect(fitted([[3, 4]], box)).toEqual([[52, 27]])
  expect(fitted([[Number.NaN, 1]], box)).toEqual([])
})

test('long curves are thinned and keep their first and last point', () => {
  const points = Array.from({ length: 10_000 }, (_, at): Point => [at, at])
  const few = thinned(points, 400)
  expect([few.length, few[0], few.at(-1)]).toEqual([400, [0, 0], [9999, 9999]])
})

test('a screen reader gets the text and not the canvas', () => {
  const markup = renderToStaticMarkup(createElement(Curve, { points: [[0, 1]], text: 'Multiplier 1.42' }))
  expect(markup).toMatch(/<canvas aria-hidden="true">/)
  expect(markup).toContain('Multiplier 1.42</p>')
})
