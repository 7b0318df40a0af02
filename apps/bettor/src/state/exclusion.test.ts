import { expect, test } from 'vitest'
import { activeExclusion, endOf, keptExclusion } from './exclusion.ts'

const kept = { kind: 'break', period: '24h', until: '2026-11-23T15:30:00.000Z' } as const
const end = Date.parse(kept.until)

test('a break is active until its end, to the millisecond', () => {
  expect(activeExclusion(kept, end - 1)).toEqual(kept)
  expect(activeExclusion(kept, end)).toBeUndefined()
  expect(activeExclusion(undefined, 0)).toBeUndefined()
})

test('a stored break applies to its bettor only, and a malformed entry is ignored', () => {
  expect(keptExclusion({ ...kept, user: '7' }, '7')).toEqual(kept)
  expect(keptExclusion({ ...kept, user: '7' }, '8')).toBeUndefined()
  for (const value of [
    undefined,
    null,
    'break',
    { user: '7' },
    { ...kept, user: '7', until: 5 },
    { ...kept, kind: 'x' },
  ])
    expect(keptExclusion(value, '7')).toBeUndefined()
})

test('a closed account and an exclusion for good have no end date', () => {
  const closed = { kind: 'exclusion', period: 'closed', until: '9999-12-31T21:00:00.000Z' } as const
  expect(activeExclusion(closed, end)).toEqual(closed)
  const forGood = { kind: 'exclusion', period: 'permanent', until: '3026-11-23T15:30:00.000Z' } as const
  expect([endOf(closed), endOf(forGood), endOf(kept)]).toEqual([null, null, kept.until])
})
