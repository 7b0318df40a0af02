import { expect, test } from 'vitest'
import fc from 'fast-check'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { taxOf } from '@nare/money/tax'
import { countryOf } from '#country/countries'
import { splitDeposit, splitWithdrawal } from './amounts.ts'
import { promptCodes } from './daraja/codes.ts'
import { statusOfCode } from './daraja/result-codes.ts'
import { decideDeposit, rivalOfReceipt } from './deposits/rules.ts'
import { nextCheckS } from './polling.ts'
import type { NamedPayment } from './ports.ts'
import { approversFor, rulesMet, isAnother } from './withdrawals/rules.ts'

const ke = countryOf('ke')
const now = new Date('2026-11-20T12:00:00Z')
const amount = (text: string) => parseMoney(text) ?? money(0n)

test('a deposit of 100 is taxed 5 and credits 95; a withdrawal of 95 is taxed 4.75, so the total tax is 9.75', () => {
  const { tax, net } = splitDeposit(ke, now, amount('100'))
  expect([formatMoney(tax), formatMoney(net)]).toEqual(['5.00', '95.00'])
  expect(formatMoney(taxOf('5', net))).toBe('4.75')
  expect(formatMoney(money(tax + taxOf('5', net)))).toBe('9.75')
  const sent = splitWithdrawal(ke, now, amount('99.75'))
  expect([sent.sum, sent.tax, sent.debited].map(formatMoney)).toEqual(['95.00', '4.75', '99.75'])
})

test('of a withdrawal of 100 the phone gets 95, the state gets 4.75, and 0.25 stays in the account', () => {
  const { sum, tax, debited } = splitWithdrawal(ke, now, amount('100'))
  expect([sum, tax, debited].map(formatMoney)).toEqual(['95.00', '4.75', '99.75'])
})

test('before its first day in the country’s calendar a tax is not charged', () => {
  const eve = new Date('2025-06-30T20:59:59Z')
  const first = new Date('2025-06-30T21:00:00Z')
  expect(formatMoney(splitDeposit(ke, eve, amount('100')).tax)).toBe('0.00')
  expect(formatMoney(splitDeposit(ke, first, amount('100')).tax)).toBe('5.00')
})

test('the sent sum is the largest number of whole shillings that fits the amount together with its tax', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 30_000_000n), (cents) => {
      const { sum, tax, debited } = splitWithdrawal(ke, now, money(cents))
      const more = money(sum + 100n)
      expect(sum % 100n).toBe(0n)
      expect(debited).toBe(sum + tax)
      expect(debited <= cents).toBe(true)
      expect(more + taxOf('5', more) > cents).toBe(true)
    }),
  )
})

test('the result code of an STK push, as a number or text, means success, failure or pending', () => {
  const table = Object.fromEntries(
    [0, 1, 17, 26, 1001, 1019, 1025, 1032, 1037, 2001, 9999, 4999, 12345].map((code) => {
      expect(statusOfCode(String(code), promptCodes)).toEqual(statusOfCode(code, promptCodes))
      const status = statusOfCode(code, promptCodes)
      return [code, status.is === 'failed' ? status.reason : status.is]
    }),
  )
  expect(table).toEqual({
    0: 'succeeded',
    1: 'no_funds',
    17: 'same_again',
    26: 'provider_busy',
    1001: 'phone_busy',
    1019: 'expired',
    1025: 'not_prompted',
    1032: 'cancelled',
    1037: 'no_answer',
    2001: 'wrong_pin',
    9999: 'not_prompted',
    4999: 'pending',
    12345: 'pending',
  })
})

test('a provider is queried at 10, 20, 40, 60 and 90 seconds, then every five minutes, then hourly, for at most three days', () => {
  const asked = [0, 10, 20, 40, 60, 90, 180, 3540, 3600, 300_000].map((age) => nextCheckS(age, 10))
  expect(asked).toEqual([10, 20, 40, 60, 90, 180, 480, 3840, 7200, undefined])
})

test('a provider that is queried after three minutes at the earliest is not queried before', () => {
  const asked = [0, 10, 90, 180, 480, 3600, 300_000].map((age) => nextCheckS(age, 180))
  expect(asked).toEqual([180, 180, 180, 480, 780, 7200, undefined])
})

test('a withdrawal needs zero, one or two approvals, depending on its sum and on anything unusual, and says why', () => {
  const facts = (shillings: bigint, more = {}) => ({
    sum: money(shillings * 100n),
    daySum: money(0n),
    dayCount: 0,
    openReviews: 0,
    identityWanted: false,
    ...more,
  })
  const met = (shillings: bigint, more = {}) => {
    const because = rulesMet(facts(shillings, more), ke.payments)
    return [approversFor(because), ...because]
  }
  expect(met(20_000n)).toEqual([0])
  expect(met(20_001n)).toEqual([1, 'above_automatic'])
  expect(met(100_000n)).toEqual([1, 'above_automatic'])
  expect(met(100_001n)).toEqual([2, 'above_one_person', 'day_sum'])
  expect(met(100n, { openReviews: 1 })).toEqual([1, 'open_finding'])
  expect(met(100n, { identityWanted: true })).toEqual([1, 'identity_required'])
  expect(met(100n, { daySum: ke.payments.automaticDayMax })).toEqual([1, 'day_sum'])
  expect(met(100n, { dayCount: 20 })).toEqual([1, 'day_count'])
})

test('a success is credited in every open state and after a failure, but never twice', () => {
  const on = (state: 'created' | 'submitted' | 'pending' | 'unknown' | 'failed' | 'succeeded') =>
    decideDeposit({ kind: 'prompt', state, amount: 100n, claimReceipt: null }, { is: 'succeeded' }, 'prompt').do
  expect((['created', 'submitted', 'pending', 'unknown', 'failed'] as const).map(on)).toEqual(Array(5).fill('credit'))
  expect(on('succeeded')).toBe('wait')
})

test('a receipt with another amount than requested waits for an operator, and nothing is credited', () => {
  const deposit = { kind: 'paybill', state: 'pending', amount: 100n, claimReceipt: 'R1' } as const
  expect(decideDeposit(deposit, { is: 'succeeded', receipt: 'R1', amount: money(99n) }, 'receipt').do).toBe('review')
})

test('a claim in a message does not change the provider’s own answer about a prompt', () => {
  const deposit = { kind: 'prompt', state: 'pending', amount: 100n, claimReceipt: 'FORGED' } as const
  expect(decideDeposit(deposit, { is: 'succeeded' }, 'prompt')).toEqual({ do: 'credit', receipt: 'FORGED' })
  expect(decideDeposit(deposit, { is: 'failed', reason: 'cancelled' }, 'prompt').do).toBe('fail')
  expect(decideDeposit(deposit, { is: 'failed', reason: 'cancelled' }, 'receipt').do).toBe('wait')
  expect(decideDeposit(deposit, { is: 'succeeded', receipt: 'R1' }, 'receipt').do).toBe('review')
})

test('a receipt waits for a prompt that may be the same payment, is not credited twice, and is otherwise a separate payment', () => {
  const prompt = { state: 'pending', queryable: true, claimed: null } as const
  expect(rivalOfReceipt({ ...prompt, claimed: 'R1' }, 'R1', 0)).toBe('same')
  expect(rivalOfReceipt(prompt, 'R1', 10)).toBe('await')
  expect(rivalOfReceipt({ ...prompt, state: 'unknown' }, 'R1', 181)).toBe('separate')
  expect(rivalOfReceipt({ ...prompt, queryable: false }, 'R1', 181)).toBe('unclear')
  expect(rivalOfReceipt({ ...prompt, state: 'succeeded' }, 'R1', 10)).toBe('unclear')
  expect(rivalOfReceipt({ ...prompt, state: 'succeeded', claimed: 'R2' }, 'R1', 10)).toBe('await')
  expect(rivalOfReceipt({ ...prompt, state: 'succeeded', claimed: 'R2' }, 'R1', 3600)).toBe('unclear')
})

const payout = { conversation: 'feb5e3f2-fbbc-4745-844c-ee37b546f627', requestId: 'AG_1', msisdn: '254711222333' }
const ours = payout.conversation

test.each<[string, NamedPayment, boolean]>([
  ['no payment', {}, false],
  ['the provider’s id of the payout', { requestId: 'AG_1' }, false],
  ['our id, in capitals', { ours: ours.toUpperCase() }, false],
  ['the provider’s id, and an id of the gateway in place of ours', { requestId: 'AG_1', ours: '3211-416020-3' }, false],
  ['our id and another id of the provider', { requestId: 'AG_2', ours }, false],
  ['another id of the provider', { requestId: 'AG_2' }, true],
  ['another id in place of ours', { ours: '3211-416020-3' }, true],
  ['the phone, partly hidden', { payee: '25471122****' }, false],
  ['another phone', { payee: '254711222334' }, true],
])('an answer that names %s is about another payment: %o %s', (_what, named, isOther) => {
  expect(isAnother(payout, named)).toBe(isOther)
})

test('without a known id of the provider, only our id proves an answer', () => {
  const unanswered = { ...payout, requestId: null }
  expect(isAnother(unanswered, { requestId: 'AG_2', ours })).toBe(false)
  expect(isAnother(unanswered, { requestId: 'AG_2', ours: '3211-416020-3' })).toBe(true)
})
