import { expect, test } from 'vitest'
import { pickKey, together } from './together.ts'

const pick = (text: string) => {
  const [sub_type_id = '', ...key] = text.split(' ')
  return { sub_type_id, odd_key: key.join(' ') }
}
const clashOf = (candidate: string, others: string[], played?: Parameters<typeof together>[0]) => {
  const clash = together(played).clash(pick(candidate), others.map(pick))
  return clash && `${clash.why}: ${clash.others.map(pickKey).join(', ') || 'all'}`
}

test('what goes together, what never does, what adds nothing, and what contains another pick', () => {
  const picks = ['1 home_team', '18 over 2.5']
  const shown = [
    '60 draw', // half-time draw, home wins
    '18 over 3.5',
    '18 under 2.5',
    '1 away_team',
    '19 over 1.5',
    '20 over 0.5',
    '29 yes',
    '10 12',
    '45 2:1',
    '45 1:1',
    '25 0-1',
    '11 home_team',
    '18 over 2',
    '166 over 8.5',
  ].map((candidate) => [candidate, clashOf(candidate, picks) ?? 'goes'])
  expect(Object.fromEntries(shown)).toEqual({
    '60 draw': 'goes',
    '18 over 3.5': 'contains: m18 over 2.5',
    '18 under 2.5': 'impossible: m18 over 2.5',
    '1 away_team': 'impossible: m1 home_team',
    '19 over 1.5': 'implied: all',
    '20 over 0.5': 'contains: m18 over 2.5',
    '29 yes': 'contains: m18 over 2.5',
    '10 12': 'implied: all',
    '45 2:1': 'contains: m1 home_team, m18 over 2.5',
    '45 1:1': 'impossible: m1 home_team, m18 over 2.5',
    '25 0-1': 'impossible: m18 over 2.5',
    '11 home_team': 'not_combinable: all',
    '18 over 2': 'not_combinable: all',
    '166 over 8.5': 'not_combinable: all',
  })
})

test('against all of several picks, though against none of them alone', () => {
  expect(clashOf('29 no', ['19 over 0.5', '20 over 0.5'])).toBe('impossible: all')
})

test('a handicap combines before play only', () => {
  expect(clashOf('16 home_team minus 0.5', ['29 yes'])).toBeUndefined()
  expect(clashOf('16 home_team minus 0.5', ['29 yes'], { home: 0, away: 0, isFirstHalfOver: false })).toBe(
    'not_combinable: all',
  )
})

test('in play only the scores that are still possible count', () => {
  const first = { home: 1, away: 0, isFirstHalfOver: false }
  expect(clashOf('29 yes', ['20 over 0.5'])).toBe('contains: m20 over 0.5')
  expect(clashOf('29 yes', ['20 over 0.5'], first)).toBe('implied: all')
  expect(clashOf('60 away_team', ['90 over 0.5'], { home: 2, away: 0, isFirstHalfOver: true })).toBe(
    'impossible: m90 over 0.5',
  )
})

test('the only pick and a pick beside itself clash with nothing', () => {
  expect(clashOf('1 home_team', [])).toBeUndefined()
  expect(clashOf('1 home_team', ['1 home_team'])).toBeUndefined()
})
