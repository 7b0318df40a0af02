import { expect, test } from 'vitest'
import { openPublicShare, TooManyPublicCalls } from './public-share.ts'

/** Attacks end, also if the share does not hold them up. */
const attackMsMax = 30_000

/** A share on a clock that only the test moves. */
function openWorld(options: Parameters<typeof openPublicShare>[0] = {}) {
  let now = 0
  const timers = new Set<{ atMs: number; work: () => void }>()
  const share = openPublicShare({
    nowMs: () => now,
    after(ms, work) {
      const timer = { atMs: now + ms, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    ...options,
  })
  /** Moves the clock to each timer in turn, and lets what it has woken run. */
  async function pass(ms: number): Promise<void> {
    const until = now + ms
    for (;;) {
      await new Promise(setImmediate)
      const [first] = [...timers].sort((a, b) => a.atMs - b.atMs)
      if (!first || first.atMs > until) break
      now = first.atMs
      timers.delete(first)
      first.work()
    }
    now = until
    await new Promise(setImmediate)
  }
  /** An address that always has `atOnce` calls, of `costMs` each, for as long as it likes. */
  function attack(address: string, { atOnce, costMs }: { atOnce: number; costMs: number }) {
    const done = { spentMs: 0 }
    const one = async (): Promise<void> => {
      while (now < attackMsMax) {
        const turn = await share.turn(address).catch(() => undefined)
        if (!turn) continue
        turn.spend(costMs)
        now += costMs
        done.spentMs += costMs
        turn.end()
      }
    }
    for (let n = 0; n < atOnce; n++) void one()
    return done
  }
  return { share, pass, attack, now: () => now }
}

test('calls of all addresses take less than a fifth of the time, however many there are and whatever they cost', async () => {
  for (const [addresses, costMs] of [
    [1, 1],
    [1, 50],
    [20, 5],
  ] as const) {
    const { pass, attack } = openWorld()
    const attacks = Array.from({ length: addresses }, (_, n) => attack(`10.0.0.${n}`, { atOnce: 6, costMs }))
    await pass(20_000)
    const spent = attacks.reduce((sum, { spentMs }) => sum + spentMs, 0)
    expect(spent / 20_000).toBeGreaterThan(0.14)
    expect(spent / 20_000).toBeLessThan(0.18)
  }
})

test('an address with dear calls and many of them gets as much time as one with few and cheap ones', async () => {
  const { pass, attack } = openWorld()
  const dear = attack('10.0.0.1', { atOnce: 100, costMs: 20 })
  const cheap = attack('10.0.0.2', { atOnce: 2, costMs: 1 })
  await pass(20_000)
  expect(cheap.spentMs / dear.spentMs).toBeGreaterThan(0.8)
  expect(cheap.spentMs / dear.spentMs).toBeLessThan(1.25)
})

test('a call of an address that was idle is served before those of an address that has used the share up', async () => {
  const { share, pass, attack, now } = openWorld()
  attack('10.0.0.1', { atOnce: 50, costMs: 5 })
  await pass(5_000)
  const asked = now()
  let waitedMs = Infinity
  void share.turn('10.0.0.2').then((turn) => {
    waitedMs = now() - asked
    turn.end()
  })
  await pass(1_000)
  // One call of the other address, and what it costs at this part of the time.
  expect(waitedMs).toBeLessThanOrEqual(70)
})

test('without other calls a call starts at once, and unused time is kept for a burst only', async () => {
  const { share, pass } = openWorld({ burstMs: 100, runningMax: 1000 })
  await pass(60_000)
  for (let n = 0; n < 10; n++) {
    const turn = await share.turn('10.0.0.1')
    turn.spend(10)
    turn.end()
  }
  expect(share.overdrawnMs()).toBe(0)
  let started = false
  void share.turn('10.0.0.1').then(() => (started = true))
  await pass(0)
  expect(started).toBe(false)
  await pass(10)
  expect(started).toBe(true)
})

test('few calls run at once, and the next one starts when one has ended', async () => {
  const { share, pass } = openWorld({ runningMax: 2 })
  const first = await share.turn('10.0.0.1')
  await share.turn('10.0.0.1')
  let started = false
  void share.turn('10.0.0.2').then(() => (started = true))
  await pass(100)
  expect(started).toBe(false)
  first.end()
  await pass(0)
  expect(started).toBe(true)
})

test('a call that does not get its turn in time is refused with a time to wait', async () => {
  const { share, pass } = openWorld({ waitMsMax: 3_000 })
  share.spend('10.0.0.9', 1_000)
  const waiting = share.turn('10.0.0.1').catch((error: unknown) => error)
  await pass(3_000)
  const refused = await waiting
  expect(refused).toBeInstanceOf(TooManyPublicCalls)
  expect(refused).toMatchObject({ statusCode: 429, retryAfter: 1000 })
})

test('an address cannot take the places to wait from the others', async () => {
  const { share, pass } = openWorld({ waitingMax: 20, waitMsMax: 60_000 })
  share.spend('10.0.0.9', 5_000)
  let refused = 0
  for (let n = 0; n < 100; n++) share.turn('10.0.0.1').catch(() => refused++)
  await pass(0)
  expect(refused).toBe(80)
  let outcome = 'waits'
  share.turn('10.0.0.2').then(
    () => (outcome = 'started'),
    () => (outcome = 'refused'),
  )
  await pass(1_000)
  expect(outcome).toBe('waits')
})

test('a caller that has gone gets no turn', async () => {
  const { share, pass } = openWorld()
  share.spend('10.0.0.9', 200)
  const gone = share.turn('10.0.0.1', () => true).catch((error: unknown) => error)
  const other = share.turn('10.0.0.1')
  await pass(2_000)
  expect(await gone).toBeInstanceOf(TooManyPublicCalls)
  expect(await other).toBeDefined()
})
