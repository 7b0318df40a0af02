import type { GameRound } from '@nare/contract/games'
import { money } from '@nare/money/money'
import { expect, test } from 'vitest'
import { nextOf, playRounds, type AutoPlan, type AutoState } from './auto-play.ts'
import type { BetEnd } from './game-session.ts'

const shillings = (amount: number) => money(BigInt(amount) * 100n)
const plan = (of: Partial<AutoPlan> = {}): AutoPlan => ({
  rounds: 5,
  stake: shillings(20),
  lossMost: shillings(100),
  ...of,
})

/** A round of 20 that paid `payout`. */
const paid = (payout: string, late = false): BetEnd => {
  const round = { round_id: payout, staked: '20.00', payout } as GameRound
  return { is: 'done', round, late }
}

type Rig = { ends: (BetEnd | 'stop')[]; of?: Partial<AutoPlan>; away?: () => boolean }

/** Plays a plan whose bets end as `ends` says; 'stop' presses Stop while the next bet waits for its answer. */
async function play({ ends, of, away = () => false }: Rig) {
  const states: AutoState[] = []
  const seen: string[] = []
  let bets = 0
  const run = playRounds(plan(of), {
    async bet() {
      // The first bet is sent before the caller has the run.
      await Promise.resolve()
      bets++
      let end = ends.shift()
      if (end === 'stop') {
        run.stop()
        end = ends.shift() as BetEnd
      }
      return end as BetEnd
    },
    shown: async (id) => void seen.push(id),
    isAway: away,
    onChanged: (state) => states.push(state),
  })
  await run.ended
  return { bets, seen, last: states.at(-1), states }
}
const lost = () => paid('0.00')

test('as many rounds are played as were agreed, each after the result of the one before was seen', async () => {
  const { bets, seen, last } = await play({ ends: [lost(), paid('40.00'), lost()], of: { rounds: 3 } })
  expect([bets, seen]).toEqual([3, ['0.00', '40.00', '0.00']])
  expect(last).toMatchObject({ is: 'ended', because: 'all_played', played: 3, net: -2_000n })
})

test('no round begins whose stake could bring the loss above the stop', async () => {
  const { bets, last } = await play({ ends: [lost(), lost(), lost()], of: { lossMost: shillings(50) } })
  expect([bets, last]).toMatchObject([2, { because: 'loss', net: -4_000n }])
})

test.each([
  [-8_000n, 'bet'],
  [-8_001n, 'loss'],
  [50_000n, 'bet'],
] as const)('at a net of %s cents with a stop at 100 the next step is %s', (net, next) => {
  expect(nextOf({ plan: plan(), played: 1, net, isStopped: false, isAway: false })).toBe(next)
})

test('what was won may be lost again before the stop counts', async () => {
  const ends = [paid('60.00'), lost(), lost(), lost(), lost()]
  const { bets, last } = await play({ ends, of: { lossMost: shillings(40) } })
  expect([bets, last]).toMatchObject([5, { because: 'all_played', net: -4_000n }])
})

test.each([
  ['a refusal', { is: 'refused' }, 'refused', 1],
  ['a lost answer', { is: 'unknown' }, 'no_answer', 1],
  ['a bet that could not be sent', undefined, 'refused', 1],
  ['a late answer', paid('40.00', true), 'no_answer', 2],
] as const)('%s ends automatic play', async (_name, end, because, played) => {
  const { bets, last } = await play({ ends: [lost(), end, lost()] })
  expect([bets, last]).toMatchObject([2, { is: 'ended', because, played }])
})

test('after Stop the round that is being played counts, and no other is sent', async () => {
  const { bets, last, seen } = await play({ ends: [lost(), 'stop', paid('40.00'), lost()] })
  expect([bets, seen.length]).toEqual([2, 2])
  expect(last).toMatchObject({ because: 'stopped', played: 2, net: 0n })
})

test('Stop does not wait for the animation of a result', async () => {
  const states: AutoState[] = []
  const run = playRounds(plan(), {
    bet: async () => lost(),
    shown: () => {
      run.stop()
      return new Promise(() => {})
    },
    isAway: () => false,
    onChanged: (state) => states.push(state),
  })
  await run.ended
  expect(states.at(-1)).toMatchObject({ because: 'stopped', played: 1 })
})

test('it ends before the next round while the bettor does not see the game', async () => {
  let looks = 0
  const { bets, last } = await play({ ends: [lost(), lost()], away: () => ++looks > 1 })
  expect([bets, last]).toMatchObject([1, { because: 'away' }])
})
