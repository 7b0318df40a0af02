import { rouletteBets } from '@nare/games/roulette'
import { expect, test } from 'vitest'
import { places } from './roulette-places.ts'

test('every bet of the rules has one place on the table, and no two have the same', () => {
  expect(places.map(({ on }) => on).toSorted()).toEqual([...rouletteBets].toSorted())
  for (const layout of ['up', 'flat'] as const) {
    const taken = places.map((place) => `${place[layout]} ${place.edge ?? ''}`)
    expect([layout, new Set(taken).size]).toEqual([layout, places.length])
  }
})

test('a line lies on an edge of its first number, beside the other numbers', () => {
  const edgeOf = (on: string) => places.find((place) => place.on === on)
  const of17 = edgeOf('17')
  expect(edgeOf('split 17-18')).toEqual({ ...of17, on: 'split 17-18', edge: 'next' })
  expect(edgeOf('split 17-20')).toEqual({ ...of17, on: 'split 17-20', edge: 'above' })
  expect(edgeOf('street 16-17-18')).toMatchObject({ up: edgeOf('16')?.up, edge: 'row' })
  expect(edgeOf('split 0-3')).toMatchObject({ flat: edgeOf('3')?.flat, edge: 'zero' })
})
