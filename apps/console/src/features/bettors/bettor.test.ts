import type { BettorDetails, TimelineRow } from '@nare/contract/console-bettors'
import { permissionsOf, type Role } from '@nare/contract/permissions'
import { expect, test } from 'vitest'
import { aboutActions, actionsOf } from './actions.ts'
import { neighbours } from './neighbours.ts'
import { barsOf } from './net-bars.ts'
import { periodText } from '../../parts/period-text.ts'
import { correctionSentence, openText } from './sentences.ts'
import { playFacts } from './state-of-play.ts'
import { groupCount, hasText, kindsOf, pageOfRow, refText, rowText, toggled, withIds } from './timeline-rows.ts'

const none = { value: null, used: null, resets_at: null, pending: null }
const noLimits = { day: none, week: none, month: none }
const now = '2026-11-22T13:21:00Z'
const bettor = {
  bettor_id: '7',
  name: 'Kevin Odhiambo',
  state: 'open',
  accounts: { cash: '1210.00' },
  open: { count: 3, staked: '740.00' },
  limits: { deposit: noLimits, loss: noLimits, stake: { ...noLimits, bet: none } },
  exclusion: null,
  identity: { state: 'none', wanted: false },
  markers: [],
  stake_percent: 100,
  stake_percent_set: null,
  locked: null,
  sessions: [{ opened_at: now, expires_at: now }],
  notes: 2,
} as unknown as BettorDetails

const namesFor = (roles: readonly Role[], of: Partial<BettorDetails> = {}): string =>
  actionsOf({ ...bettor, ...of }, (permission) => permissionsOf(roles).has(permission))
    .map(({ name }) => name)
    .join(' ')

test.for<[string, readonly Role[], Partial<BettorDetails>, string]>([
  ['support', ['support'], {}, 'lock sessions identity note message balance bonus limits break number'],
  ['protection', ['protection'], {}, 'lock sessions identity note message limits break exclude number case close'],
  ['finance', ['finance'], {}, 'balance bonus case'],
  ['a trader', ['trader'], {}, 'stake'],
  ['an auditor', ['auditor'], {}, ''],
  [
    'support, of a locked account that only protection unlocks,',
    ['support'],
    { locked: { by: 'esther', since: now }, state: 'locked' },
    'sessions identity note message balance bonus limits break number',
  ],
  ['protection, of a closed account without sessions,', ['protection'], { state: 'closed', sessions: [] }, 'note case'],
  [
    'support, where the identity is required,',
    ['support'],
    { identity: { state: 'none', wanted: true } },
    'lock sessions note message balance bonus limits break number',
  ],
])('%s sees the actions that their permissions and the account allow', ([, roles, of, names]) => {
  expect(namesFor(roles, of)).toBe(names)
})

test('no two actions have the same key', () => {
  const keys = actionsOf(bettor, () => true).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test.for<['credit' | 'debit', bigint, string, string, string]>([
  ['credit', 50_000n, '1210.00', '0.00', 'KSh 500 is added: the cash becomes KSh 1,710.'],
  [
    'credit',
    50_000n,
    '0.00',
    '200.00',
    'KSh 500 is added: KSh 200 of it repays the debt, and the cash becomes KSh 300.',
  ],
  ['credit', 10_000n, '0.00', '200.00', 'KSh 100 is added: it repays the debt, which becomes KSh 100.'],
  ['credit', 20_000n, '5.00', '200.00', 'KSh 200 is added: it repays the debt, which becomes KSh 0.'],
  ['debit', 50_000n, '1210.00', '0.00', 'KSh 500 is taken: the cash becomes KSh 710.'],
  [
    'debit',
    15_000n,
    '100.00',
    '0.00',
    'KSh 150 is taken: the cash becomes KSh 0, and KSh 50 becomes debt, KSh 50 in all.',
  ],
  [
    'debit',
    15_050n,
    '100.00',
    '20.00',
    'KSh 150.50 is taken: the cash becomes KSh 0, and KSh 50.50 becomes debt, KSh 70.50 in all.',
  ],
])('a %s of %s cents with cash %s and debt %s says what it does', ([direction, amount, cash, debt, sentence]) => {
  expect(correctionSentence({ direction, amount, cash, debt }).replaceAll('\u00a0', ' ')).toBe(sentence)
})

test('what was set by hand says by whom and since when, and what is reached or waits asks for a person', () => {
  const day = { ...none, value: '5000.00', used: '5000.00' }
  const week = { ...none, value: '10000.00', used: '-64310.00' }
  const pending = { value: '20000.00', takes_effect_at: '2026-11-22T19:07:00Z', lapses_at: now }
  const facts = playFacts(
    {
      ...bettor,
      locked: { by: 'esther', since: now },
      stake_percent: 50,
      stake_percent_set: { by: 'baraka', since: now },
      limits: {
        deposit: { ...noLimits, day },
        loss: { ...noLimits, week },
        stake: { ...noLimits, bet: { ...none, pending } },
      },
      markers: [
        { day: '2026-11-21', score: 3, reasons: [{ sign: 'chasing', times: 2, weight: 1 }] },
        { day: '2026-11-20', score: 3, reasons: [{ sign: 'chasing', times: 1, weight: 1 }] },
      ],
      exclusion: { kind: 'break', period: '7d', since: now, until: '2026-11-22T20:00:00Z' },
    },
    Date.parse(now),
  )
  expect(facts.map(({ text, asks }) => `${asks ? '! ' : ''}${text}`)).toEqual([
    '! Locked by esther, 16:21',
    '! Stakes at 50 % by baraka, 16:21',
    '! Deposits 5,000 a day, 5,000 used',
    'Loss 10,000 a week, 64,310 ahead',
    '! Stakes 20,000 a bet from 22:07',
    '! ! Chasing, 3 ×',
    '! Break of 7 days, until 23:00',
  ])
  expect(playFacts(bettor, Date.parse(now)).map(({ text }) => text)).toEqual(['No limits', 'Exclusion: none'])
})

const row = (of: Partial<TimelineRow>): TimelineRow => ({
  at: now,
  kind: 'stake',
  text: 'Stake',
  ref: 'bet/5',
  by: 'bettor',
  ...of,
})

test('a group of kinds is added to the address and taken out of it; unknown kinds are left out', () => {
  expect(kindsOf('note,stake,nothing')).toEqual(['stake', 'note'])
  expect(toggled(undefined, ['stake', 'return'])).toBe('stake,return')
  expect(toggled('note,stake', ['stake', 'return'])).toBe('stake,return,note')
  expect(toggled('stake,return,note', ['stake', 'return'])).toBe('note')
  expect(toggled('note', ['note'])).toBeUndefined()
})

test('the id of a row stays when newer rows come, and two alike of one moment have two', () => {
  const before = withIds([row({}), row({}), row({ kind: 'return' })])
  const after = withIds([row({}), row({}), row({}), row({ kind: 'return' })])
  expect(after.slice(1)).toEqual(before)
  expect(new Set(after.map(({ id }) => id)).size).toBe(4)
})

test('a row leads to its ticket or payment, and an operator’s action reads as words', () => {
  expect(pageOfRow(row({}), { mayAudit: false })).toBe('/bets/5')
  expect(pageOfRow(row({ kind: 'withdrawal', ref: 'payment/8' }), { mayAudit: true })).toBe('/payments/withdrawals/8')
  expect(pageOfRow(row({ kind: 'deposit', ref: 'payment/8' }), { mayAudit: true })).toBe('/payments/deposits/8')
  const line = row({ kind: 'operator', ref: 'audit/12' })
  expect([true, false].map((mayAudit) => pageOfRow(line, { mayAudit }))).toEqual(['/house/audit?line=12', undefined])
  expect(pageOfRow(row({ kind: 'note', ref: 'note/8' }), { mayAudit: true })).toBeUndefined()
  expect(rowText(row({ kind: 'operator', text: 'bettor.stake_percent, percent 50, done' }), Date.parse(now))).toBe(
    'Bettor: stake percent, percent 50, done',
  )
  expect(rowText(row({ kind: 'note', text: 'a.b stays, 2026-11-22T14:05:01.702Z' }), Date.parse(now))).toBe(
    'a.b stays, 17:05',
  )
  expect(rowText(row({ kind: 'deposit', text: 'Deposit of 1500.00 failed' }), Date.parse(now))).toBe(
    'Deposit of 1,500 failed',
  )
  expect(rowText(row({ kind: 'note', text: 'wants 1500.00' }), Date.parse(now))).toBe('wants 1500.00')
  expect([
    refText(row({})),
    refText(row({ kind: 'withdrawal', ref: 'payment/8' })),
    refText(row({ kind: 'deposit', ref: 'payment/8' })),
    refText(row({ ref: 'session/41' })),
    refText(row({ ref: null })),
  ]).toEqual(['Ticket 5', 'W-8', 'D-8', 'Session 41', ''])
  expect(hasText(row({ kind: 'deposit', ref: 'payment/8' }), 'd-8')).toBe(true)
  expect([hasText(row({}), ' BET/5 '), hasText(row({}), 'esther')]).toEqual([true, false])
})

test('the bar of a product is its part of the largest net, and products without a bet have none', () => {
  const net = (product: 'sports' | 'league' | 'casino', kept: string, bets: number) => ({
    ...{ product, bets, net: kept, staked: '0.00', returned: '0.00' },
  })
  const bars = barsOf([net('sports', '-200.00', 3), net('league', '50.00', 1), net('casino', '0.00', 0)])
  expect(bars.map(({ product, percent }) => [product, percent])).toEqual([
    ['sports', 100],
    ['league', 25],
  ])
  expect(barsOf([net('sports', '0.00', 1)])[0]?.percent).toBe(0)
})

test('persons before and after are those of the list, and periods are words', () => {
  expect(neighbours(['1', '2', '3'], '2')).toEqual({ before: '1', after: '3' })
  expect([neighbours(['1', '2'], '1'), neighbours([], '1')]).toEqual([{ after: '2' }, {}])
  expect(['24h', '1y', '6w', 'ever'].map(periodText)).toEqual(['24 hours', '1 year', '6 weeks', 'ever'])
})

test('open bets say what they could pay only while all of them are listed with it', () => {
  const ticket = (possible_win: string | null) => ({ ...bettor.open_tickets?.[0], possible_win }) as never
  const of = (count: number, wins: readonly (string | null)[]) =>
    openText({ open: { count, staked: '1.00' }, open_tickets: wins.map(ticket) })
  expect([of(0, []), of(2, ['4000.00', '118.00']), of(3, ['1.00']), of(1, [null])]).toEqual([
    'none',
    '2 bets, could pay 4,118',
    '3 bets',
    '1 bet',
  ])
})

test('a chip has the count of its kinds, and says where not all were counted', () => {
  const counts = [
    { kind: 'stake', count: 1_000, more: true },
    { kind: 'return', count: 412, more: false },
    { kind: 'note', count: 0, more: false },
  ] as const
  expect([groupCount(counts, ['stake', 'return']), groupCount(counts, ['note']), groupCount([], ['note'])]).toEqual([
    '1,412+',
    '0',
    '',
  ])
})

test('a person without actions is told that the number can be revealed, where it can', () => {
  expect([aboutActions(0, false), aboutActions(0, true), aboutActions(2, true)]).toEqual([
    'you only read',
    'you only read, and reveal the number',
    'all are written down with your name',
  ])
})
