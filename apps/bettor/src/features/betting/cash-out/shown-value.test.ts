import { expect, test } from 'vitest'
import { ageOf, shownValue } from './shown-value.ts'

const quote = {
  ...{ quote_id: 'q', amount: '286.40', fair: '300.00', expires_at: '', slip_has_live_interval: 0 },
  left: { stake: '100.00', possible_win: '574.92' },
}
const live = (amount: string | undefined, at: string) => ({
  at,
  ...(amount ? { amount } : { reason: 'suspended' as const }),
})

test('the quote is shown until a newer live value arrives; before the quote the live value is shown', () => {
  expect(shownValue(undefined, undefined)).toEqual({})
  expect(shownValue(undefined, live('280.00', '1')).amount).toBe('280.00')
  expect(shownValue({ quote, liveAt: '1' }, live('280.00', '1')).amount).toBe('286.40')
  expect(shownValue({ quote, liveAt: '1' }, live('270.00', '2')).amount).toBe('270.00')
  expect(shownValue({ quote, liveAt: undefined }, undefined).amount).toBe('286.40')
})

test('a live value that was read before the quote and arrives after it is not shown', () => {
  const second = (at: number) => new Date(at * 1000).toISOString()
  const fresh = { quote: { ...quote, expires_at: second(15) }, liveAt: undefined }
  expect(shownValue(fresh, live('300.00', second(9))).amount).toBe('286.40')
  expect(shownValue(fresh, live('270.00', second(11))).amount).toBe('270.00')
})

test('a pause after the quote removes the amount; the end of a pause after a refusal shows it again', () => {
  expect(shownValue({ quote, liveAt: '1' }, live(undefined, '2'))).toMatchObject({
    amount: undefined,
    reason: 'suspended',
  })
  const refused = { reason: 'suspended', liveAt: '1' }
  expect(shownValue(refused, live('280.00', '1'))).toMatchObject({ amount: undefined, reason: 'suspended' })
  expect(shownValue(refused, live('275.00', '2')).amount).toBe('275.00')
})

test('an age is shown from ten seconds on, in steps of five seconds, then minutes and hours', () => {
  const age = (ms: number) => ageOf(new Date(0).toISOString(), ms)
  expect([age(-5000), age(9999)]).toEqual([undefined, undefined])
  expect(age(10_000)).toEqual({ unit: 'seconds', count: 10 })
  expect(age(59_000)).toEqual({ unit: 'seconds', count: 55 })
  expect(age(60_000)).toEqual({ unit: 'minutes', count: 1 })
  expect(age(3_599_000)).toEqual({ unit: 'minutes', count: 59 })
  expect(age(7_200_000)).toEqual({ unit: 'hours', count: 2 })
  expect(ageOf('', 1)).toBeUndefined()
})
