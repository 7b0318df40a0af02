import { expect, test } from 'vitest'
import { uniform } from '../simulated/chance.ts'
import { openEventFaults } from './event-faults.ts'
import { openSilences } from './feed-silences.ts'

function chanceOf(seed: string) {
  let drawn = 0
  return () => uniform(`${seed}:${drawn++}`)
}

test('the feed is silent about every half hour, for 5 to 40 seconds, some of them too long for live bets', () => {
  let nowMs = 0
  const isSilent = openSilences({ chance: chanceOf('silences'), now: () => nowMs })
  const lengths: number[] = []
  let begunAt: number | undefined
  for (; nowMs < 100 * 3_600_000; nowMs += 1_000) {
    // The test checks every four seconds, as the feed does, and every second during a silence.
    const silent = begunAt !== undefined || nowMs % 4_000 === 0 ? isSilent() : false
    if (silent) begunAt ??= nowMs
    else if (begunAt !== undefined) {
      lengths.push(nowMs - begunAt)
      begunAt = undefined
    }
  }
  expect(lengths.length).toBeGreaterThan(120)
  expect(lengths.length).toBeLessThan(300)
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(5_000)
  expect(lengths.filter((ms) => ms > 10_000).length).toBeGreaterThan(60)
})

test('corners arrive late, twice or with a wrong minute that is corrected, or are invented and retracted; none is lost', () => {
  const faults = openEventFaults({ chance: chanceOf('faults'), speed: 1 })
  const start = Date.UTC(2026, 0, 1)
  let [late, doubled, corrected, invented] = [0, 0, 0, 0]
  for (let n = 0; n < 1000; n += 1) {
    const at = new Date(start + n * 200_000)
    const event = { eventId: String(n), type: 'corner', minute: 30, side: 'home' } as const
    const sent = faults.send(1, { kind: 'event', event }, at)
    invented += faults.invented(1).home
    const tooEarly = faults.due(1, { now: new Date(at.getTime() + 19_000), isOver: false })
    const rest = faults.due(1, { now: new Date(at.getTime() + 101_000), isOver: false })
    expect(tooEarly).toEqual([])
    const reports = [...sent, ...rest].flatMap((message) => (message.kind === 'event' ? [message.event] : []))
    expect(reports.filter(({ eventId }) => eventId === String(n)).at(-1)).toEqual(event)
    if (sent.length === 0) late += 1
    const again = rest.find((message) => message.kind === 'event')
    if (sent.length > 0 && again) {
      const isSame = reports[0]?.minute === 30
      if (isSame) doubled += 1
      else corrected += 1
      expect(again.at.getTime() > at.getTime()).toBe(!isSame)
    }
    expect(rest.filter((message) => message.kind === 'take_back')).toHaveLength(
      reports.length - (again && sent.length > 0 ? 2 : 1),
    )
    expect(faults.invented(1)).toEqual({ home: 0, away: 0 })
  }
  expect(Math.min(late, doubled, corrected, invented)).toBeGreaterThan(8)
})

test('an event that suspends betting has no faults, and delayed events are sent before the end of the match', () => {
  const faults = openEventFaults({ chance: () => 0, speed: 1 })
  const at = new Date()
  const goal = { eventId: 'g', type: 'goal', minute: 10, side: 'home' } as const
  expect(faults.send(1, { kind: 'event', event: goal }, at)).toHaveLength(1)
  expect(faults.send(1, { kind: 'event', event: { ...goal, eventId: 'c', type: 'corner' } }, at)).toEqual([])
  expect(faults.due(1, { now: at, isOver: true })).toHaveLength(1)
})
