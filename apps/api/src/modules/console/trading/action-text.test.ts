import { expect, test } from 'vitest'
import { actionText, subjectsOf } from './action-text.ts'

const said = (action: string, subject: string, facts: Record<string, unknown>, outcome: string | null = 'done') =>
  actionText({ action, subject, facts, outcome, reason: 'seen' })

test('what a person did to a match is said with what was set', () => {
  const match = 'match 10000001'
  expect([
    said('match.suspend', match, { suspend: true }),
    said('match.suspend', match, { suspend: false }),
    said('market.suspend', `${match} 1`, { suspend: true }),
    said('market.suspend', `${match} 18`, { suspend: false, line: '2.5' }),
    said('price.set', `${match} 1`, { odd_key: 'home_team', price: '1.95' }),
    said('price.set', `${match} 1`, { odd_key: 'home_team' }),
    said('price.set', `${match} 1`, { odd_key: 'home_team', end: true }),
    said('margin.set', 'margin match 10000001', { percent: '9' }),
    said('margin.set', 'margin market 10000001:1', {}),
    said('limit.set', 'limit match 10000001', { stake: '400' }),
    said('limit.set', 'limit market 10000001:1', {}),
    said('match.delay', match, { seconds: 8 }),
    said('match.void', match, {}),
    said('match.void', match, { sub_type_id: '1' }),
    said('match.result', match, { full_time: '2:1' }),
    said('match.result', match, { walkover: true }),
    said('match.create', match, {}),
  ]).toEqual([
    'Match suspended: seen',
    'Match opened again: seen',
    '1X2 suspended: seen',
    'Total goals 2.5 opened again: seen',
    '1X2, 1 by hand 1.95: seen',
    '1X2, 1 not offered: seen',
    '1X2, 1 at the feed’s price again: seen',
    'Margin 9%: seen',
    'Margin of 1X2 as usual: seen',
    'Most on one bet 400: seen',
    'Limit of 1X2 ended: seen',
    'Live delay 8 s: seen',
    'Match void: seen',
    '1X2 void: seen',
    'Result by hand 2:1: seen',
    'Result by hand: seen',
    'Create: seen',
  ])
})

test('what was refused or waits says so, and a preview is nothing that happened', () => {
  const price = { odd_key: 'home_team', price: '9.00' }
  expect(said('price.set', 'match 10000001 1', price, 'not_available')).toBe('1X2, 1 by hand 9.00, not available: seen')
  expect(said('price.set', 'match 10000001 1', price, 'waiting')).toBe('1X2, 1 by hand 9.00, waiting: seen')
  expect(said('price.set', 'match 10000001 1', price, null)).toBe('1X2, 1 by hand 9.00: seen')
  expect(said('match.result', 'match 10000001', { preview: true })).toBeUndefined()
})

test('rules of the match and of its markets are about it', () => {
  expect(subjectsOf(10000001, ['1'])).toEqual([
    ...['match 10000001', 'margin match 10000001', 'limit match 10000001'],
    ...['match 10000001 1', 'margin market 10000001:1', 'limit market 10000001:1'],
  ])
})
