import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costNames, costsFile, type Costs } from '../costs/costs.ts'
import { curves } from './curves.ts'
import { demandOf, demandOfCsv, flows, minutesOfDay, type Demand, type Flow } from './demand.ts'
import { assumed, coresFor, planMinute, usableCores } from './model.ts'
import { pictureOf } from './picture.ts'
import { erlangC, waitMs } from './queue.ts'

const costs = JSON.parse(await readFile(costsFile, 'utf8')) as Costs
const nothing = Object.fromEntries(flows.map((flow) => [flow, 0])) as Demand

describe('the queue', () => {
  test('with one server, the share of waiting arrivals equals the share of busy time', () => {
    for (const busy of [0.1, 0.5, 0.9]) expect(erlangC(1, busy)).toBeCloseTo(busy, 12)
  })

  test('Erlang C equals the values of published tables', () => {
    expect(erlangC(2, 1)).toBeCloseTo(1 / 3, 12)
    expect(erlangC(10, 8)).toBeCloseTo(0.4092, 4)
    expect(erlangC(3, 2)).toBeCloseTo(4 / 9, 12)
    expect(erlangC(500, 400)).toBeLessThan(1e-6)
  })

  test('the 99th percentile of the wait follows the formula for one server', () => {
    expect(waitMs({ servers: 1, arrivals: 0.05, serviceMs: 10 }, 0.99)).toBeCloseTo((10 * Math.log(50)) / 0.5, 9)
    expect(waitMs({ servers: 1, arrivals: 0.1, serviceMs: 10 }, 0.99)).toBe(Infinity)
    expect(waitMs({ servers: 100, arrivals: 0.01, serviceMs: 10 }, 0.99)).toBe(0)
  })

  test('the waits in a simulated queue agree with the formula', () => {
    const queue = { servers: 4, arrivals: 0.3, serviceMs: 10 }
    const waits = simulated(queue, 200_000).sort((a, b) => a - b)
    const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
    expect(p99 / waitMs(queue, 0.99)).toBeGreaterThan(0.9)
    expect(p99 / waitMs(queue, 0.99)).toBeLessThan(1.1)
    expect(waits.filter((wait) => wait > 0).length / waits.length).toBeCloseTo(erlangC(4, 3), 1)
  })
})

describe('the demand of a day', () => {
  test.each(Object.entries(curves))('%s sums to the requests of its bettors', (_, curve) => {
    const day = demandOf(curve, 10_000)
    expect(day).toHaveLength(minutesOfDay)
    for (const flow of ['pages', 'bets', 'deposits', 'logins', 'crashBets'] as const)
      expect(sum(day, flow)).toBeCloseTo(10_000 * curve.each[flow], 3)
    expect(sum(day, 'settledLegs')).toBeCloseTo(10_000 * curve.each.bets * curve.legs, 2)
  })

  test('the minutes of open sockets equal the minutes of the visits (Little)', () => {
    const curve = curves['derby']
    if (!curve) throw new Error('the derby is missing')
    const day = demandOf(curve, 10_000)
    expect(sum(day, 'sockets') / (10_000 * curve.each.visits * curve.visitMinutes)).toBeCloseTo(1, 1)
  })

  test('a CSV file of minutes is parsed, and a value that is not a count is refused', () => {
    expect(demandOfCsv('minute,bets,sockets\n0,60,10\n1,120,20\n')).toEqual([
      { ...nothing, bets: 60, sockets: 10 },
      { ...nothing, bets: 120, sockets: 20 },
    ])
    for (const wrong of ['bets\nmany\n', 'bets\n-1\n', 'bets\nInfinity\n', 'minute,bets\n0,\n', 'wagers\n1\n', ''])
      expect(() => demandOfCsv(wrong)).toThrow(/count|unknown columns|1 to 10,080/)
  })
})

describe('the plan of a minute', () => {
  test('no demand needs one process of each role', () => {
    const { processes, databaseCores } = planMinute(nothing, costs)
    expect(processes).toEqual({ web: 1, feed: 1, rounds: 1, jobs: 1 })
    expect(databaseCores).toBe(1)
  })

  const anyDemand = fc.record(Object.fromEntries(flows.map((flow) => [flow, fc.integer({ min: 0, max: 200_000 })])))

  test('a larger demand in the same proportions never needs fewer processes or cores', () => {
    fc.assert(
      fc.property(anyDemand, fc.double({ min: 1.1, max: 4, noNaN: true }), (base, factor) => {
        const [before, after] = [1, factor].map((times) => {
          const demand = Object.fromEntries(flows.map((flow) => [flow, (base[flow] ?? 0) * times])) as Demand
          return planMinute(demand, costs)
        })
        if (!before || !after) throw new Error('no plan')
        for (const role of ['web', 'feed', 'rounds', 'jobs'] as const)
          expect(after.processes[role]).toBeGreaterThanOrEqual(before.processes[role])
        expect(after.databaseCores).toBeGreaterThanOrEqual(before.databaseCores)
      }),
      { numRuns: 200 },
    )
  })

  test('more of one flow never needs less processor time, log or messages', () => {
    fc.assert(
      fc.property(anyDemand, fc.constantFrom(...flows), fc.integer({ min: 1, max: 200_000 }), (base, flow, more) => {
        const before = planMinute(base as Demand, costs)
        const after = planMinute({ ...(base as Demand), [flow]: (base[flow] ?? 0) + more }, costs)
        for (const part of ['web', 'feed', 'jobs', 'reads', 'writes'] as const)
          expect(after.busy[part]).toBeGreaterThanOrEqual(before.busy[part])
        expect(after.walBytes).toBeGreaterThanOrEqual(before.walBytes)
        expect(after.messages).toBeGreaterThanOrEqual(before.messages)
      }),
      { numRuns: 200 },
    )
  })

  test('no process or core exceeds the planned utilisation or the maximum of sockets', () => {
    const peak = { ...nothing, bets: 300_000, pages: 200_000, sockets: 200_000, priceChanges: 6000 }
    const { busy, processes, databaseCores, wait } = planMinute(peak, costs)
    expect(busy.web / processes.web).toBeLessThanOrEqual(assumed.utilisation)
    expect((busy.reads + busy.writes) / usableCores(databaseCores, assumed.serial)).toBeLessThanOrEqual(
      assumed.utilisation + 1e-9,
    )
    expect(wait.web).toBeLessThanOrEqual(assumed.waitMsMax.web)
    expect(wait.database).toBeLessThanOrEqual(assumed.waitMsMax.database)
    expect(planMinute({ ...nothing, sockets: 150_001 }, costs).processes.web).toBe(11)
  })

  test('a load that no number of cores can serve needs Infinity cores', () => {
    expect(coresFor({ busy: 61, calls: 10_000 }, assumed)).toBe(Infinity)
    expect(usableCores(64, 0.01)).toBeCloseTo(39.26, 2)
  })

  test('twice the bets take twice the time', () => {
    const webCores = (bets: number): number => {
      const { busy } = planMinute({ ...nothing, bets }, costs)
      return busy.web
    }
    expect(webCores(120_000) / webCores(60_000)).toBeCloseTo(2, 6)
    const perBet = 0.7 * costs.costs.bet3.nodeMs + 0.3 * costs.costs.bet3Quiet.nodeMs
    expect(webCores(60_000)).toBeCloseTo(1.5 * perBet, 6)
  })
})

test('the measured costs are complete', () => {
  for (const name of costNames) {
    const { count, nodeMs } = costs.costs[name]
    expect(count, name).toBeGreaterThan(0)
    expect(nodeMs, name).toBeGreaterThan(0)
  }
})

test('the chart has a point for each minute of each line', () => {
  const curve = curves['weekday']
  if (!curve) throw new Error('the weekday is missing')
  const svg = pictureOf(
    demandOf(curve, 1000).map((demand) => planMinute(demand, costs)),
    'A <day>',
  )
  const points = [...svg.matchAll(/points="([^"]+)"/g)].map(([, list]) => list?.split(' ').length)
  expect(points).toEqual(Array.from({ length: 8 }, () => minutesOfDay))
  expect(svg).toContain('A &lt;day&gt;')
  expect(svg).not.toMatch(/NaN|Infinity/)
})

const sum = (day: readonly Demand[], flow: Flow): number => day.reduce((total, demand) => total + demand[flow], 0)

/** The waits of `count` arrivals at a queue that serves in order, from a fixed seed. */
function simulated(
  { servers, arrivals, serviceMs }: { servers: number; arrivals: number; serviceMs: number },
  count: number,
) {
  let seed = 1
  const chance = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const free = Array.from({ length: servers }, () => 0)
  let now = 0
  return Array.from({ length: count }, () => {
    now -= Math.log(chance()) / arrivals
    const next = free.indexOf(Math.min(...free))
    const start = Math.max(now, free[next] ?? 0)
    free[next] = start - Math.log(chance()) * serviceMs
    return start - now
  })
}
