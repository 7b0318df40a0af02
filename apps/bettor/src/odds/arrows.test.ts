import { expect, test } from 'vitest'
import { arrows, nextCell, type Box, type Step } from './arrows.ts'

const cell = (left: number, top: number): Box => ({ left, right: left + 50, top, bottom: top + 44 })

/** Two rows of three prices, and a market of two prices beside them. */
const cells = {
  a1: cell(0, 0),
  a2: cell(54, 0),
  a3: cell(108, 0),
  b1: cell(0, 100),
  b2: cell(54, 100),
  b3: cell(108, 100),
  c1: cell(300, 10),
  c2: cell(354, 10),
}
type Name = keyof typeof cells
const names = Object.keys(cells) as Name[]

function led(from: Name, steps: readonly Step[] = arrows): (Name | undefined)[] {
  const others = names.filter((name) => name !== from)
  const boxes = others.map((name) => cells[name])
  return steps.map((step) => {
    const next = nextCell(cells[from], boxes, step)
    return next === undefined ? undefined : others[next]
  })
}

test('arrows lead left, right, up and down by what is seen, also to the market beside', () => {
  expect(led('a1')).toEqual([undefined, 'a2', undefined, 'b1'])
  expect(led('a2')).toEqual(['a1', 'a3', undefined, 'b2'])
  expect(led('a3')).toEqual(['a2', 'c1', undefined, 'b3'])
  expect(led('b2')).toEqual(['b1', 'b3', 'a2', undefined])
  expect(led('c1')).toEqual(['a3', 'c2', undefined, 'b3'])
})

test('Home and End lead to the ends of the row that is seen, and nowhere from there', () => {
  expect(led('b2', ['Home', 'End'])).toEqual(['b1', 'b3'])
  expect(led('a2', ['Home', 'End'])).toEqual(['a1', 'c2'])
  expect(led('a1', ['Home', 'End'])).toEqual([undefined, 'c2'])
  expect(led('b3', ['Home', 'End'])).toEqual(['b1', undefined])
})
