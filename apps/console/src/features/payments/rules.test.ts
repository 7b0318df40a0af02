import { expect, test } from 'vitest'
import { howFast, howMany } from './decided-today.tsx'
import { approvalText, payerText, sameName, standText } from './rules.ts'

test.each([
  ['Wanjiru Kamau', 'KAMAU  wanjiru', true],
  ['Ámina wa Zawadi', 'Amina Wa Zawadi', true],
  ['Wanjiru Kamau', 'Wanjiru Kamau Njeri', false],
  ['Wanjiru Kamau', 'Wanjiku Kamau', false],
])('the name %s is %s: %s', (a, b, same) => expect(sameName(a, b)).toBe(same))

test('the day of decisions is said in a sentence, and how fast they were once there are some', () => {
  const day = { automatic: 1_443, by_people: 33, refused: 4, half_s: 220, most_s: 720 }
  expect(howMany(day)).toBe('1,443 without a person, 33 by a person, 4 of them refused')
  expect(howMany({ ...day, refused: 0 })).toBe('1,443 without a person, 33 by a person')
  expect([howFast(day), howFast({ ...day, half_s: null })]).toEqual(['half in 3 min, 95 of 100 in 12 min', ''])
})

test('a number of which the provider hides a part is written as other numbers are', () => {
  expect(['25475****247', '0758 *** 464', '25471122****'].map(payerText)).toEqual([
    '075* *** 247',
    '0758 *** 464',
    '25471122****',
  ])
})

test('the form of an approval says what will happen: sent, or first a second person', () => {
  const row = { sum: '60000.00', msisdn: '0712 *** 678', proposal: null }
  const says = (second_person: 'none' | 'withdrawal' | 'day', by?: string) => {
    const proposal =
      by === undefined ? null : { proposal_id: '1', action: 'withdrawal.decide', by, reason: 'seen', at: '' }
    return approvalText({ ...row, second_person, proposal }, 'asha')
  }
  const paid = `KSh\u00a060,000 is sent to 0712 *** 678 after ten seconds`
  expect(says('none')).toBe(`${paid}.`)
  expect(says('withdrawal')).toBe(
    `Nothing is sent yet: this sum needs a second person. Once somebody else has confirmed, ${paid}.`,
  )
  expect(says('day')).toMatch(/^Nothing is sent yet: with what you have approved within 24 hours, this sum needs/)
  expect(says('withdrawal', 'ben')).toBe(`${paid}: ben has proposed it, and you are the second person.`)
  expect(says('withdrawal', 'asha')).toMatch(/^You have proposed this\./)
})

test('a row says why a withdrawal waits, or its state once it was decided', () => {
  const row = { because: ['above_automatic' as const], cleared_at: null, reason: null, ended_by: [] }
  expect(standText({ ...row, state: 'checking' })).toBe('Above the automatic sum')
  expect(standText({ ...row, state: 'checking', cleared_at: '2026-11-20T10:00:00Z' })).toBe('Approved, sent soon')
  const ended = (state: 'done' | 'failed', by: string[], reason: string | null = null) =>
    standText({ ...row, state, reason, ended_by: by })
  expect(ended('done', [])).toBe('Paid without a person')
  expect(ended('done', ['asha', 'ben'])).toBe('Paid, approved by asha and ben')
  expect(ended('failed', ['asha'], 'refused_by_us')).toBe('Refused by asha')
  expect(ended('failed', ['asha', 'ben'], 'wrong_number')).toBe('Failed, found by asha and ben')
  expect(ended('failed', [], 'wrong_number')).toBe('Failed: wrong number')
  expect(ended('failed', [])).toBe('Failed')
})
