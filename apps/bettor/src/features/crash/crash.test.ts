import { multiplierAt } from '@nare/games/crash'
import { expect, test } from 'vitest'
import { afterBet, costOf, nextStep, planFaults, startRun, type AutoPlan } from './autoplay.ts'
import { roundClock } from './clock.ts'
import {
  cappedTarget,
  flightMs,
  multiplierIn,
  isGain,
  multiplierOf,
  multiplierText,
  payoutAt,
  shortMultiplier,
} from './flight.ts'
import { countOf, rowsMax } from './player-count.ts'
import { buttonStateOf, guardMs, scaledStake, type PanelFacts } from './panel.ts'

const limits = { min_stake: '10.00', max_stake: '1000.00', rounds: 20 }

test('a multiplier is parsed and formatted in hundredths, and a larger one has fewer decimals on a chip', () => {
  expect([100, 231, 1240].map(multiplierText)).toEqual(['1.00', '2.31', '12.40'])
  expect(['2', '2.3', '2.31', '0.99', '1.001', 'x', '', null].map(multiplierIn)).toEqual([
    ...[200, 230, 231, undefined, undefined, undefined, undefined, undefined],
  ])
  expect(['1.00', '9.99', '12.43', '231.07'].map(shortMultiplier)).toEqual(['1.00', '9.99', '12.4', '231'])
})

test('a payout is rounded down to the cent, and the multiplier can be computed back from it', () => {
  expect([payoutAt('20.00', 231), payoutAt('10.01', 133)]).toEqual(['46.20', '13.31'])
  for (const stake of ['10.00', '10.01', '33.33', '999.99'])
    for (const hundredths of [101, 133, 231, 999, 123_456])
      expect(multiplierOf(stake, payoutAt(stake, hundredths))).toBe(multiplierText(hundredths))
})

test('if the maximum win is below the target, the multiplier of the cash-out is shown', () => {
  const capped = (stake: string, target: string, maxWin: string | undefined = '1000000.00') =>
    cappedTarget({ stake, target, maxWin })
  expect([capped('20', '60000'), capped('20', '50000.01')]).toEqual(['50000.00', '50000.00'])
  expect([capped('20', '50000'), capped('20', ''), capped('', '60000'), capped('20', '2', undefined)]).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ])
  // Rounded down as on the server, and never below the lowest cash-out.
  expect([capped('30', '99999'), capped('20', '1.50', '20.00')]).toEqual(['33333.33', '1.01'])
})

test('the time of flight is never negative, even if the clock of the phone is slow', () => {
  const start = '2026-11-22T10:00:00.000Z'
  expect([flightMs(start, Date.parse(start) - 300), flightMs(start, Date.parse(start) + 1500.7)]).toEqual([0, 1500])
})

test('the clock uses the fastest of the last messages and is never ahead of the server, even if the clock of the app is', () => {
  let now = 1000
  const appNow = 60_000
  const clock = roundClock({ monotonicMs: () => now, appNow: () => appNow })
  expect(clock.now()).toBe(appNow)
  const sent = (serverMs: number, delayMs: number): void => {
    now = serverMs - 5000 + delayMs
    clock.note(new Date(serverMs).toISOString())
  }
  sent(10_000, 400)
  sent(11_000, 30)
  sent(12_000, 900)
  expect(clock.now()).toBe(now + 5000 - 30)
  // The monotonic clock stood still while the phone slept for a minute. The next message corrects it.
  now = 72_000 - 65_000
  clock.note(new Date(72_000).toISOString())
  expect(clock.now()).toBe(72_000)
})

const round = { phase: 'flying', round_id: 'r1', next: { round_id: 'r2', bets: 0 } } as const
const bet = (fields: object) =>
  ({ bet_id: 'b', round_id: 'r1', slot: 1, stake: '20.00', state: 'open', ...fields }) as never
const facts = (fields: Partial<PanelFacts>): PanelFacts => ({
  ...{
    slot: { busy: 'idle' },
    round,
    cta: { state: 'ok', total: '20.00' },
    target: '',
    limits,
    isDisconnected: false,
  },
  ...fields,
})

test('the button of an open bet cancels before the flight, cashes out during it, and waits for the result after the crash', () => {
  const open = (phase: 'betting' | 'flying' | 'crashed', roundId = 'r1') =>
    buttonStateOf(facts({ slot: { busy: 'idle', bet: bet({ round_id: roundId }) }, round: { ...round, phase } }))
  expect(open('betting')).toEqual({ do: 'cancel', next: false })
  expect(open('flying')).toEqual({ do: 'cash_out' })
  expect(open('crashed')).toEqual({ do: 'wait', why: 'settling' })
  expect(open('flying', 'r2')).toEqual({ do: 'cancel', next: true })
  expect(open('flying', 'r0')).toEqual({ do: 'wait', why: 'settling' })
})

test('a cash-out can be tried without a connection and on a break; a bet cannot', () => {
  const slot = { busy: 'idle', bet: bet({}) } as const
  const onBreak = { state: 'break', until: null } as const
  // The button then shows no amount.
  expect(buttonStateOf(facts({ slot, isDisconnected: true, cta: onBreak }))).toEqual({
    ...{ do: 'cash_out', isDisconnected: true },
  })
  const offline = { state: 'offline' } as const
  expect(buttonStateOf(facts({ isDisconnected: true, cta: offline }))).toEqual({ do: 'first', cta: offline })
  expect(buttonStateOf(facts({ cta: onBreak, limits: undefined }))).toEqual({ do: 'first', cta: onBreak })
})

test('a bet is for the round that is open for betting, else for the next round; the button shows the first missing condition', () => {
  expect(buttonStateOf(facts({}))).toEqual({ do: 'bet', next: true })
  expect(buttonStateOf(facts({ round: { ...round, phase: 'betting' } }))).toEqual({ do: 'bet', next: false })
  const expected: [Partial<PanelFacts>, string][] = [
    [{ cta: { state: 'stake', min: '10.00' }, target: '1.00' }, 'first'],
    [{ cta: { state: 'too_large', max: '1000.00' } }, 'first'],
    [{ target: '1.00' }, 'target_small'],
    [{ target: '1.01' }, 'bet'],
    [{ target: '1000000' }, 'bet'],
    [{ target: '1000000.01' }, 'target_large'],
    [{ cta: { state: 'login' }, target: '1.00' }, 'target_small'],
    [{ cta: { state: 'login' }, round: undefined }, 'first'],
    [{ cta: { state: 'deposit', missing: '0.01', amount: '10.00' } }, 'first'],
    [{ limits: undefined }, 'closed'],
    [{ round: undefined }, 'closed'],
    [{ slot: { busy: 'checking' } }, 'wait'],
  ]
  for (const [fields, action] of expected) expect(buttonStateOf(facts(fields)).do).toBe(action)
})

test('a tap meant to cash out never places a bet, and a tap meant to cancel never cashes out', () => {
  expect(guardMs('cash_out', 'bet')).toBeGreaterThanOrEqual(500)
  expect(guardMs('wait', 'bet')).toBeGreaterThanOrEqual(500)
  expect(guardMs('cancel', 'cash_out')).toBeGreaterThanOrEqual(200)
  expect(guardMs('wait', 'cash_out')).toBe(0)
  // A bettor who has just typed the stake does not wait.
  expect(guardMs('first', 'bet')).toBe(0)
})

test('only a return above the stake is a gain, compared as amounts and not as text', () => {
  expect(isGain({ stake: '9.99', returned: '10.00' })).toBe(true)
  expect(isGain({ stake: '20', returned: '20.00' })).toBe(false)
  expect(isGain({ stake: '20.00', returned: '0.00' })).toBe(false)
})

test('half and double of a stake stay within the limits', () => {
  expect([scaledStake('25', 'half', limits), scaledStake('15', 'half', limits)]).toEqual(['12.50', '10'])
  expect([scaledStake('600', 'double', limits), scaledStake('', 'double', limits)]).toEqual(['1000', '10'])
})

const plan: AutoPlan = { stake: '20', target: '2.00', rounds: '20', lossStop: '50' }

test('autoplay needs a stake, a target, at most twenty rounds and a loss stop that covers a stake', () => {
  expect(planFaults(plan, limits)).toEqual([])
  expect(planFaults({ ...plan, lossStop: '' }, limits)).toEqual(['loss_empty'])
  expect(planFaults({ ...plan, rounds: '6' }, { ...limits, rounds: 5 })).toEqual(['rounds'])
  expect(planFaults({ ...plan, lossStop: '19.99' }, limits)).toEqual(['loss_small'])
  expect(planFaults({ ...plan, rounds: '21' }, limits)).toEqual(['rounds'])
  expect(planFaults({ stake: '5', target: '1', rounds: '0', lossStop: '' }, limits)).toEqual([
    ...['stake_small', 'target', 'rounds', 'loss_empty'],
  ])
})

test('the cost of autoplay is its total stake and its maximum loss', () => {
  expect(costOf(plan)).toEqual({ total: '400.00', mostLost: '50.00' })
  expect(costOf({ ...plan, lossStop: '1000' })).toEqual({ total: '400.00', mostLost: '400.00' })
  expect(costOf({ ...plan, lossStop: '' })).toEqual({ total: '400.00', mostLost: undefined })
  expect(costOf({ ...plan, rounds: '' })).toBeUndefined()
})

test('after a win autoplay can lose all that it says, and no more', () => {
  // 20, 20, then a win of 10, then 20: the loss ends at the stop, which is no multiple of the stake.
  let run = startRun(plan)
  for (const returned of ['0.00', '30.00', '0.00', '0.00']) {
    expect(nextStep(run)).toBe('place')
    run = afterBet({ ...run, placed: run.placed + 1, betId: 'b' }, { bet_id: 'b', stake: '20.00', returned })
  }
  expect([run.net, nextStep(run)]).toEqual([-5000n, 'loss'])
})

test('autoplay never exceeds its loss stop or its number of rounds', () => {
  for (const returned of ['0.00', '20.00', '40.00']) {
    let run = startRun(plan)
    let lowest = 0n
    while (nextStep(run) === 'place') {
      const betId = `b${run.placed}`
      run = { ...run, placed: run.placed + 1, betId }
      expect(nextStep(run)).toBe('wait')
      expect(afterBet(run, { bet_id: 'another', stake: '20.00', returned: '0.00' })).toBe(run)
      run = afterBet(run, { bet_id: betId, stake: '20.00', returned })
      lowest = run.net < lowest ? run.net : lowest
    }
    expect(lowest).toBeGreaterThanOrEqual(-5000n)
    expect([nextStep(run), run.placed]).toEqual(returned === '0.00' ? ['loss', 2] : ['done', 20])
  }
})

test('the displayed multiplier is the one that is paid', () => {
  expect(multiplierText(multiplierAt(14_000))).toBe('2.31')
})

test('the tab counts the listed bets, or all bets of the round if the list holds only the latest', () => {
  const list = (length: number, roundId = 'r1') => ({
    round_id: roundId,
    rows: Array.from({ length }, (_, at) => ({ key: String(at), player: 'J***1', stake: '20.00' })),
  })
  const played = { round_id: 'r1', bets: 34 }
  expect([countOf(undefined, undefined), countOf(played, undefined)]).toEqual([undefined, 34])
  expect([countOf(played, list(0)), countOf(played, list(3)), countOf(undefined, list(3))]).toEqual([0, 3, 3])
  expect([countOf(played, list(rowsMax)), countOf(played, list(rowsMax, 'r2'))]).toEqual([34, rowsMax])
})
