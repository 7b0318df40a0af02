import { expect, test } from 'vitest'
import { endingsOf, kindOf, nothingTyped, resultFields } from './result-fields.ts'

test('a typed result becomes the fields of its sport, or says what is missing', () => {
  const soccer = { ...nothingTyped, score: ' 2:1 ', half: '1:0', goals: 'h, a h', corners: '5:4' }
  expect(resultFields('soccer', soccer)).toEqual({
    ...{ full_time: '2:1', half_time: '1:0', corners: '5:4', goals: ['home', 'away', 'home'] },
  })
  expect(resultFields('soccer', nothingTyped)).toEqual({ missing: 'Give the final score' })
  expect(resultFields('soccer', { ...soccer, half: '1-0' })).toEqual({ missing: 'Write scores as 2:1' })
  expect(resultFields('soccer', { ...soccer, goals: 'hxa' })).toMatchObject({ missing: /in order/ })
  expect(resultFields('tennis', { ...nothingTyped, periods: '6:4, 7:5', half: '1:0' })).toEqual({
    periods: ['6:4', '7:5'],
  })
  expect(resultFields('tennis', nothingTyped)).toEqual({ missing: 'Give the sets' })
  expect(resultFields('other', { ...nothingTyped, score: '81:79' })).toEqual({ full_time: '81:79' })
})

test('a match that was not played to its end needs no score', () => {
  expect(resultFields('soccer', { ...nothingTyped, ending: 'walkover', score: '3:0' })).toEqual({ walkover: true })
  expect(resultFields('soccer', { ...nothingTyped, ending: 'awarded' })).toEqual({ awarded: true })
  expect(resultFields('tennis', { ...nothingTyped, ending: 'retired', periods: '6:4 1:0' })).toEqual({
    ...{ retired: true, periods: ['6:4', '1:0'] },
  })
  expect(endingsOf('soccer')).not.toContain('retired')
  expect([kindOf('79'), kindOf('28'), kindOf('30')]).toEqual(['soccer', 'tennis', 'other'])
})
