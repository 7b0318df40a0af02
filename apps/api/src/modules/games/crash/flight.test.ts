import { multiplierAt, reachedAt } from '@nare/games/crash'
import { expect, test } from 'vitest'
import { capOf, outcomeOf, openFlight, returnAt, type FlightBet } from './flight.ts'

const bet = (betId: bigint, { bettor = betId, cap = 5_000_000, stake = 10_000n } = {}): FlightBet => ({
  row: { betId, bettor, stake, cap },
  outAt: undefined,
  command: undefined,
})
const out = (flight: ReturnType<typeof openFlight<FlightBet>>, ms: number, given = {}) =>
  flight.decideManual({ betId: 1n, bettor: 1n, command: 'a', ms, ...given })

test('a manual cash-out pays the multiplier of its millisecond, until the last one before the crash', () => {
  const crashMs = reachedAt(200)
  const before = openFlight(200, [bet(1n)])
  expect(out(before, crashMs - 1)).toMatchObject({ kind: 'out', bet: { outAt: multiplierAt(crashMs - 1) } })
  expect(multiplierAt(crashMs - 1)).toBe(199)
  expect(out(openFlight(200, [bet(1n)]), crashMs)).toEqual({ kind: 'too_late' })
  expect(openFlight(100, []).crashMs).toBe(0)
  expect(out(openFlight(100, [bet(1n)]), 0)).toEqual({ kind: 'too_late' })
})

test('a cash-out below 1.01 is too early and can be repeated', () => {
  const flight = openFlight(200, [bet(1n)])
  const first = reachedAt(101)
  expect(out(flight, first - 1)).toEqual({ kind: 'too_early' })
  expect(out(flight, -5)).toEqual({ kind: 'too_early' })
  expect(out(flight, first)).toMatchObject({ kind: 'out', bet: { outAt: 101 } })
})

test('a bet is cashed out once: the same command is a repeat, another one is too late, and another bettor finds no bet', () => {
  const flight = openFlight(500, [bet(1n), bet(2n, { bettor: 1n }), bet(3n)])
  expect(out(flight, 5000, { bettor: 2n })).toEqual({ kind: 'not_found' })
  expect(out(flight, 5000, { betId: 9n })).toEqual({ kind: 'not_found' })
  const first = out(flight, 5000)
  expect(first).toMatchObject({ kind: 'out' })
  expect(out(flight, 9000)).toMatchObject({ kind: 'repeated', bet: { outAt: multiplierAt(5000) } })
  expect(out(flight, 9000, { command: 'b' })).toEqual({ kind: 'too_late' })
  expect(out(flight, 9000, { betId: 2n })).toEqual({ kind: 'id_reused' })
  expect(out(flight, 9000, { betId: 3n, bettor: 3n })).toMatchObject({ kind: 'out' })
})

test('a target pays exactly its multiplier from its first millisecond on; until then a manual cash-out is possible', () => {
  const flight = openFlight(300, [
    bet(1n, { cap: 150 }),
    bet(2n, { cap: 150 }),
    bet(3n, { cap: 300 }),
    bet(4n, { cap: 301 }),
  ])
  const ms = reachedAt(150)
  expect(flight.nextDueMs()).toBe(ms)
  expect(flight.due(ms - 1)).toEqual([])
  expect(out(flight, ms - 1)).toMatchObject({ kind: 'out', bet: { outAt: 149 } })
  expect(out(flight, ms, { betId: 2n, bettor: 2n })).toEqual({ kind: 'too_late' })
  expect(flight.due(ms).map(({ row, outAt }) => [row.betId, outAt])).toEqual([[2n, 150]])
  expect(flight.due(ms + 5)).toEqual([])
  expect(flight.due(flight.crashMs).map(({ row, outAt }) => [row.betId, outAt])).toEqual([[3n, 300]])
  expect(flight.nextDueMs()).toBeUndefined()
})

test('a bet whose manual cash-out is undone is cashed out at its target, even if the target was reached meanwhile', () => {
  const flight = openFlight(300, [bet(1n, { cap: 200 }), bet(2n, { cap: 150 }), bet(3n, { cap: 250 })])
  const decision = out(flight, reachedAt(195))
  if (decision.kind !== 'out') throw new Error('the bet was not cashed out')
  expect(flight.due(reachedAt(210)).map(({ row }) => row.betId)).toEqual([2n])
  expect(flight.nextDueMs()).toBe(reachedAt(250))
  flight.undoCashOut(decision.bet)
  expect(flight.nextDueMs()).toBe(reachedAt(200))
  expect(flight.due(reachedAt(210)).map(({ row, outAt }) => [row.betId, outAt])).toEqual([[1n, 200]])
  expect(flight.due(flight.crashMs).map(({ row }) => row.betId)).toEqual([3n])
})

test('after the flight, targets and cash-outs decide; if the owner died, bets without a target are void', () => {
  const at = { stake: 10_050n, target: null, cap: 100_000, outAt: undefined }
  const watched = { crashPoint: 233, unwatched: false }
  expect(outcomeOf({ ...at, outAt: 187 }, watched)).toEqual({ state: 'won', outAt: 187, returned: 18_793n })
  expect(outcomeOf({ ...at, target: 233, cap: 233 }, watched)).toEqual({ state: 'won', outAt: 233, returned: 23_416n })
  expect(outcomeOf({ ...at, target: 234, cap: 234 }, watched)).toMatchObject({ state: 'lost', returned: 0n })
  expect(outcomeOf(at, watched)).toMatchObject({ state: 'lost', returned: 0n })
  const alone = { crashPoint: 233, unwatched: true }
  expect(outcomeOf(at, alone)).toEqual({ state: 'void', outAt: null, returned: 10_050n })
  expect(outcomeOf({ ...at, target: 234, cap: 234 }, alone)).toMatchObject({ state: 'lost' })
  expect(outcomeOf({ ...at, target: 200, cap: 200 }, alone)).toMatchObject({ state: 'won', outAt: 200 })
  expect(outcomeOf({ ...at, cap: 200 }, alone)).toMatchObject({ state: 'won', outAt: 200 })
})

test('a bet is cashed out at the last multiplier within the largest win', () => {
  for (const stake of [2_000n, 3_333n, 2_000_000n]) {
    const cap = capOf({ stake, maxWin: 100_000_000n })
    expect(returnAt(stake, cap)).toBeLessThanOrEqual(100_000_000n)
    expect(BigInt(cap + 1) * stake).toBeGreaterThan(100_000_000n * 100n)
  }
  expect(capOf({ stake: 2_000_000n, maxWin: 100_000_000n })).toBe(5_000)
})
