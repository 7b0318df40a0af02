import type { BetView } from '@nare/contract/betting'
import type { BetState } from '@nare/contract/live'
import { expect, test } from 'vitest'
import {
  betNow,
  mayHaveValue,
  remainingOf,
  legProgress,
  legsWon,
  newCashOuts,
  newWins,
  progressFromBetTopic,
} from './bet-now.ts'
import { beginOwnCashOut, endOwnCashOut, trackOpenBet, seenOpen } from './open-bets.ts'

const leg = { state: 'open', result: null } as BetView['legs'][number]
const bet = { bet_id: '1001', state: 'open', returned: '0.00', stake: '120.00', legs: [leg, leg] } as unknown as BetView
const live = (state: BetState['state'], returned: string, legs: BetState['legs'] = []): BetState => ({
  state,
  stake: '120.00',
  returned,
  legs,
})

test('a published state, return and legs are merged into a listed bet', () => {
  const now = betNow(bet, live('won', '252.00', [{ n: 1, state: 'won' }]), { connected: true })
  expect(now).toMatchObject({ state: 'won', returned: '252.00', legs: [{ state: 'open' }, { state: 'won' }] })
  expect(betNow(bet, undefined, { connected: true })).toBe(bet)
})

test('a correction reopens a settled bet; without a connection a settled bet stays as it was loaded', () => {
  const settled = { ...bet, state: 'won' as const }
  expect(betNow(settled, live('lost', '0.00'), { connected: true }).state).toBe('lost')
  expect(betNow(settled, live('open', '0.00'), { connected: false }).state).toBe('won')
  expect(betNow(bet, live('won', '252.00'), { connected: false }).state).toBe('won')
})

test('an older published state does not undo the response to a cash-out: the bet stays cashed out, and its return never falls', () => {
  const cashedOut = { ...bet, state: 'cashed_out' as const, returned: '86.40' }
  const late = betNow(cashedOut, live('open', '0.00', [{ n: 0, state: 'won' }]), { connected: true })
  expect(late).toMatchObject({ state: 'cashed_out', returned: '86.40', legs: [{ state: 'won' }, { state: 'open' }] })
  const part = { ...bet, returned: '43.20' }
  expect(betNow(part, live('open', '0.00'), { connected: true }).returned).toBe('43.20')
  expect(betNow(part, live('open', '60.00'), { connected: true }).returned).toBe('60.00')
  expect(betNow({ ...bet, state: 'won', returned: '252.00' }, live('open', '0.00'), { connected: true })).toMatchObject(
    {
      ...{ state: 'open', returned: '0.00' },
    },
  )
})

test('a leg shows the minute and score of a live match, and the score of an ended one', () => {
  const match = { state: 'live', minute: 71, home_score: 2, away_score: 1 }
  expect(legProgress(leg, match)).toEqual({ phase: 'live', minute: 71, score: '2:1' })
  expect(legProgress(leg, { ...match, minute: 45, at_half_time: true })?.phase).toBe('half_time')
  expect(legProgress(leg, { ...match, state: 'ended' })).toEqual({ phase: 'ended', minute: null, score: '2:1' })
  expect(legProgress({ result: '2:2 (1:0)' }, match)).toEqual({ phase: 'ended', minute: null, score: '2:2' })
  expect(legProgress(leg, { ...match, state: 'not_started' })).toBeUndefined()
  expect(legProgress(leg, { ...match, away_score: null })).toBeUndefined()
  expect(legProgress(leg, undefined)).toBeUndefined()
})

test('the minute and score of a match that started early come from the topic of the bets', () => {
  expect(progressFromBetTopic({ n: 0, state: 'open', minute: 3, score: '1:0' })).toEqual({
    phase: 'live',
    minute: 3,
    score: '1:0',
  })
  expect(progressFromBetTopic({ n: 0, state: 'open', score: '1:0' })?.minute).toBeNull()
  expect([progressFromBetTopic(undefined), progressFromBetTopic({ n: 0, state: 'open' })]).toEqual([
    undefined,
    undefined,
  ])
  expect(progressFromBetTopic({ n: 0, state: 'won', minute: 90, score: '1:0' })).toBeUndefined()
})

test('the minutes of stoppage time are added to the last minute of the half', () => {
  const match = { state: 'live', minute: 45, added: 2, home_score: 0, away_score: 0 }
  expect(legProgress(leg, match)).toEqual({ phase: 'live', minute: 45, added: 2, score: '0:0' })
})

test('a leg has the time at which its minute was measured, but not while the match is interrupted', () => {
  const clock_at = '2026-11-24T15:30:00.000Z'
  const match = { state: 'live', minute: 30, clock_at, suspended: 'goal', home_score: 0, away_score: 0 }
  expect(legProgress(leg, match)).toMatchObject({ minute: 30, clock_at, suspended: 'goal' })
  expect(legProgress(leg, { ...match, state: 'interrupted' })?.clock_at).toBeNull()
})

test('won legs are counted, half-won ones included', () => {
  const legs = (['won', 'half_won', 'half_lost', 'open', 'void'] as const).map((state) => ({ state }))
  expect(legsWon({ legs })).toEqual({ won: 2, of: 5 })
})

test('a bet is a win when it was seen open and returned more than its stake', () => {
  const states = (bet: BetState) => new Map([['1001', bet]])
  const open = new Set(['1001'])
  expect(newWins(open, states(live('won', '252.00')))).toEqual({ bets: ['1001'], returned: '252.00' })
  expect(newWins(open, states(live('won', '120.00')))).toBeUndefined()
  expect(newWins(open, states(live('void', '120.00')))).toBeUndefined()
  expect(newWins(open, states(live('lost', '0.00')))).toBeUndefined()
  expect(newWins(open, states(live('open', '0.00')))).toBeUndefined()
  expect(newWins(new Set(), states(live('won', '252.00')))).toBeUndefined()
})

test('wins at the same moment are summed', () => {
  const now = new Map([
    ['1001', live('won', '252.00')],
    ['1002', live('cashed_out', '130.05')],
  ])
  expect(newWins(new Set(['1001', '1002']), now)).toEqual({ bets: ['1001', '1002'], returned: '382.05' })
})

test('a bet that was seen ended gets no notice, until a correction reopens it', () => {
  trackOpenBet('1001', live('open', '0.00'))
  trackOpenBet('1002', live('open', '0.00'))
  expect([...seenOpen.keys()]).toEqual(['1001', '1002'])
  trackOpenBet('1001', live('won', '252.00'))
  expect([...seenOpen.keys()]).toEqual(['1002'])
  trackOpenBet('1001', live('open', '0.00'))
  expect(seenOpen.has('1001')).toBe(true)
})

test('a bet that the bettor cashes out here gets no notice, even if an older list or topic still has it open', () => {
  const stale = live('open', '0.00')
  trackOpenBet('2001', stale)
  beginOwnCashOut('2001')
  trackOpenBet('2001', stale)
  expect(seenOpen.has('2001')).toBe(false)
  endOwnCashOut('2001', live('cashed_out', '95.00'))
  trackOpenBet('2001', stale)
  expect(seenOpen.has('2001')).toBe(false)
  // A part was cashed out: the rest is tracked, with what the part paid.
  beginOwnCashOut('2002')
  endOwnCashOut('2002', live('open', '40.00'))
  expect(seenOpen.get('2002')).toBe('40.00')
})

test('a bet that was cashed out by its rule counts as a cash-out, not as a win', () => {
  const legs = [{ n: 0, state: 'open' as const }]
  const now = new Map([
    ['1', live('cashed_out', '286.40', legs)],
    ['2', live('cashed_out', '60.00', legs)],
    ['3', live('won', '252.00', legs)],
    ['4', live('cashed_out', '130.00')],
  ])
  const open = new Map(['1', '2', '3', '4'].map((id) => [id, '0.00']))
  expect(newCashOuts(open, now)).toEqual({ bets: ['1', '2'], returned: '346.40' })
  // The bettor had cashed out a part of the second bet.
  expect(newCashOuts(new Map([...open, ['2', '25.00']]), now)).toEqual({ bets: ['1', '2'], returned: '321.40' })
  expect(newWins(open, now)).toEqual({ bets: ['3', '4'], returned: '382.00' })
  expect(newCashOuts(new Map(), now)).toBeUndefined()
})

test('the whole bet remains before its first cash-out, and a bet without a possible win has no remaining part', () => {
  const whole = { ...bet, stake: '100.00', possible_win: '210.00' }
  expect(remainingOf(whole)).toEqual({ stake: '100.00', possible_win: '210.00' })
  expect(remainingOf({ ...whole, left: { stake: '40.00', possible_win: '84.00' } })).toEqual({
    ...{ stake: '40.00', possible_win: '84.00' },
  })
  expect(remainingOf({ ...whole, possible_win: null })).toBeUndefined()
})

test('a bet may have a value while it is open and can still win: a lost pick ends that, but not of a system', () => {
  const legs = [leg, { ...leg, state: 'lost' as const }]
  expect(mayHaveValue({ ...bet, type: 'multi' })).toBe(true)
  expect(mayHaveValue({ ...bet, type: 'multi', legs })).toBe(false)
  expect(mayHaveValue({ ...bet, type: 'system', legs })).toBe(true)
  expect(mayHaveValue({ ...bet, type: 'multi', state: 'won' })).toBe(false)
})
