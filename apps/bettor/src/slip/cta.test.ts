import { expect, test } from 'vitest'
import { bonusPart, spendableBonus } from './bonus-part.ts'
import { ctaOf, isNamedBy, needsConfirmation, type SlipFacts } from './cta.ts'

const leg = (seen: string, odd_value: string | null, state: 'open' | 'suspended' | 'started' = 'open') => ({
  seen,
  now: { odd_value, state },
})
const facts = (change: Partial<SlipFacts>): SlipFacts => ({
  ...{ legs: [leg('2.10', '2.10')], accept: 'higher', stake: '100', minStake: '20.00', maxStake: '1000.00' },
  ...{ balance: '500.00', placing: 'idle', liveSeconds: 0, refusal: null, online: true },
  ...change,
})

test('each slip state maps to one button state', () => {
  const meanings: [Partial<SlipFacts>, object][] = [
    [{}, { state: 'ok', total: '100.00' }],
    [{ legs: [] }, { state: 'empty' }],
    [{ stake: '' }, { state: 'stake', min: '20.00' }],
    [{ stake: '19.99' }, { state: 'stake', min: '20.00' }],
    [{ stake: '1000.01' }, { state: 'too_large', max: '1000.00' }],
    [{ legs: [leg('2.10', '2.00')] }, { state: 'moved', total: '100.00' }],
    [{ legs: [leg('2.10', '2.10', 'suspended'), leg('2.10', null)] }, { state: 'remove', count: 2 }],
    [{ legs: [leg('2.10', '2.10', 'suspended'), leg('2.10', '2.10')] }, { state: 'remove', count: 1 }],
    [{ legs: [leg('2.10', '2.10', 'suspended')] }, { state: 'waiting' }],
    [{ legs: [leg('2.10', null)] }, { state: 'remove', count: 1 }],
    [{ balance: undefined }, { state: 'ok', total: '100.00' }],
    [{ balance: '60.00' }, { state: 'deposit', missing: '40.00', amount: '40.00' }],
    [
      { balance: '0.00', deposit: { min: '10.00', percent: '5' } },
      { state: 'deposit', missing: '100.00', amount: '106.00' },
    ],
    [
      { balance: '95.00', deposit: { min: '10.00', percent: '5' } },
      { state: 'deposit', missing: '5.00', amount: '10.00' },
    ],
    [{ placing: 'sending' }, { state: 'sending' }],
    [
      { placing: 'sending', liveSeconds: 4 },
      { state: 'live_check', seconds: 4 },
    ],
    [{ placing: 'checking' }, { state: 'checking' }],
    [{ online: false }, { state: 'offline' }],
    [{ refusal: { code: 'no_answer' } }, { state: 'retry' }],
    [{ refusal: { code: 'no_answer' }, online: false, balance: '0.00' }, { state: 'retry' }],
    [{ refusal: { code: 'not_sent' }, online: false }, { state: 'offline' }],
    [{ refusal: { code: 'not_sent' } }, { state: 'ok', total: '100.00' }],
    [{ refusal: { code: 'limit_reached' } }, { state: 'limit' }],
    [{ refusal: { code: 'not_verified' } }, { state: 'verify' }],
    [{ balance: null }, { state: 'login' }],
    [{ pause: { until: '2027-05-22T08:00:00.000Z' } }, { state: 'break', until: '2027-05-22T08:00:00.000Z' }],
    [
      { pause: { until: null }, stake: '' },
      { state: 'break', until: null },
    ],
    [{ refusal: { code: 'self_excluded' } }, { state: 'break', until: null }],
    [{ pause: { until: null }, balance: null }, { state: 'login' }],
  ]
  for (const [change, meaning] of meanings) expect(ctaOf(facts(change))).toEqual(meaning)
})

test('singles cost the sum of their stakes, and each stake has its bounds', () => {
  const stakes = (...each: string[]) => ctaOf(facts({ stakes: each }))
  expect(stakes('100', '150.50', '49.50')).toEqual({ state: 'ok', total: '300.00' })
  expect(stakes(...Array<string>(6).fill('100'))).toEqual({ state: 'deposit', missing: '100.00', amount: '100.00' })
  expect(stakes('100', '19.99')).toEqual({ state: 'stake', min: '20.00' })
  expect(stakes('100', '')).toEqual({ state: 'stake', min: '20.00' })
  expect(stakes('100', '1.000')).toEqual({ state: 'unreadable' })
  expect(stakes('1000.01', '20')).toEqual({ state: 'too_large', max: '1000.00' })
})

test('bonus money pays the rest of the stake after the balance, and a deposit is requested only for an amount that neither covers', () => {
  expect(ctaOf(facts({ balance: '60.00', bonus: '40.00' }))).toEqual({ state: 'ok', total: '100.00' })
  expect(ctaOf(facts({ balance: '60.00', bonus: '39.99' }))).toMatchObject({ state: 'deposit', missing: '0.01' })
  expect(ctaOf(facts({ balance: '60.00', bonus: '0.00' }))).toMatchObject({ state: 'deposit', missing: '40.00' })
  expect(ctaOf(facts({ balance: undefined, bonus: '0.00' }))).toEqual({ state: 'ok', total: '100.00' })
  expect(ctaOf(facts({ balance: null, bonus: '500.00' }))).toEqual({ state: 'login' })
})

test('the bonus part of a stake is its rest after the balance, up to the spendable bonus', () => {
  const part = (stake: string, balance: string | null | undefined, bonus: string | undefined, bets = 1) =>
    bonusPart({ stakes: Array<string>(bets).fill(stake), balance, bonus })
  expect(part('100.00', '60.00', '50.00')).toBe('40.00')
  expect(part('100.00', '0.00', '100.00')).toBe('100.00')
  expect(part('100.5', '60', '40.50')).toBe('40.50')
  expect([part('50.00', '60.00', '90.00', 3), part('50.00', '60.00', '89.99', 3)]).toEqual(['90.00', undefined])
  expect([part('100.00', '100.00', '50.00'), part('60.00', '100.00', '50.00')]).toEqual([undefined, undefined])
  expect([part('100.00', '60.00', '30.00'), part('100.00', '60.00', undefined)]).toEqual([undefined, undefined])
  expect([part('100.00', null, '500.00'), part('100.00', undefined, '500.00'), part('', '0', '50')]).toEqual(
    Array(3).fill(undefined),
  )
})

test('the response of the server limits the bonus part of a stake if the whole bonus is enough', () => {
  const spendable = (answered: { stake: string; part: string } | null, more = {}) =>
    spendableBonus({ stakes: ['100.00'], balance: '60.00', bonus: '50.00', answered, ...more })
  expect(spendable(null)).toBe('50.00')
  expect(spendable({ stake: '100.00', part: '40.00' })).toBe('40.00')
  expect(spendable({ stake: '100.00', part: '0.00' })).toBe('0.00')
  expect(spendable({ stake: '90.00', part: '0.00' })).toBe('50.00')
  expect(spendable({ stake: '100.00', part: '0.00' }, { balance: '30.00' })).toBe('50.00')
  expect(spendable({ stake: '30.00', part: '0.00' }, { stakes: ['30.00', '30.00', '30.00'] })).toBe('50.00')
  expect(spendable({ stake: '100.00', part: '0.00' }, { bonus: undefined })).toBeUndefined()
})

test('higher confirms a lower price, none confirms any change, any confirms nothing', () => {
  expect([needsConfirmation('higher', '2.10', '2.00'), needsConfirmation('higher', '2.10', '2.20')]).toEqual([
    true,
    false,
  ])
  expect([needsConfirmation('none', '2.10', '2.20'), needsConfirmation('none', '2.10', '2.1')]).toEqual([true, false])
  expect(needsConfirmation('any', '2.10', '1.01')).toBe(false)
})

test('the payout of a low slip has a line of its own where no button names it: for a guest, and where a deposit or a price comes first', () => {
  const isNamed = (change: Partial<SlipFacts>): boolean => {
    const given = facts(change)
    return isNamedBy(ctaOf(given), given.balance)
  }
  expect([{}, { stake: '' }].map(isNamed)).toEqual([true, true])
  const unnamed = [{ balance: null, stake: '' }, { balance: null }, { balance: '60.00' }]
  expect(unnamed.map(isNamed)).toEqual([false, false, false])
})
