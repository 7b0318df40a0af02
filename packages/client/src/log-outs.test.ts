import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { logOuts } from './log-outs.ts'
import { memoryStorage } from './memory-storage.ts'
import { entries } from './storage.ts'

type Reply = Awaited<ReturnType<Call>>
const answered = { ok: true, status: 200, body: {} } as Reply
const failed = (status: number): Reply => ({
  ok: false,
  status,
  code: status === 0 ? 'no_answer' : 'internal',
  error: '',
  fields: {},
  body: {},
})

/** A device whose calls answer what `replies` has next, and hang when it is empty. `reload` opens the app again. */
function rig() {
  const storage = memoryStorage()
  const sent: string[] = []
  const replies: Reply[] = []
  let timers: { ms: number; run: () => void }[] = []
  const open = () =>
    logOuts({
      stored: entries(storage, () => 0),
      endSession: (token) => {
        sent.push(token)
        const reply = replies.shift()
        return reply ? Promise.resolve(reply) : new Promise(() => {})
      },
      timers: {
        nowMs: () => 0,
        random: () => 1,
        after: (ms, run) => {
          const timer = { ms, run }
          timers.push(timer)
          return () => void (timers = timers.filter((other) => other !== timer))
        },
      },
    })
  const delays = () => timers.map(({ ms }) => ms)
  const fire = () => timers.splice(0).forEach(({ run }) => run())
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { open, sent, replies, delays, fire, settled, waits: () => storage.length > 0 }
}

test('a session is ended at the server once, and its token is then removed', async () => {
  for (const reply of [answered, failed(401)]) {
    const { open, sent, replies, delays, settled, waits } = rig()
    replies.push(reply)
    open().end('a')
    expect(waits()).toBe(true)
    await settled()
    expect([sent, delays(), waits()]).toEqual([['a'], [], false])
  }
})

test('a log-out without an answer is repeated with growing delays until it is answered', async () => {
  const { open, sent, replies, delays, fire, settled, waits } = rig()
  replies.push(failed(0), failed(503), failed(200), answered)
  const device = open()
  device.end('a')
  await settled()
  expect(delays()).toEqual([1_000])
  fire()
  await settled()
  expect(delays()).toEqual([2_000])
  // The network returns before the delay has passed. A page of its provider answers instead of the server.
  await device.endWaiting()
  expect(delays()).toEqual([4_000])
  fire()
  await settled()
  expect([sent.length, delays(), waits()]).toEqual([4, [], false])
})

test('after a reload, also during a call that hangs, the sessions that wait are ended', async () => {
  const { open, sent, replies, settled, waits } = rig()
  const before = open()
  before.end('a')
  before.end('b')
  await settled()
  expect(sent).toEqual(['a'])
  replies.push(answered, answered)
  await open().endWaiting()
  expect([sent, waits()]).toEqual([['a', 'a', 'b'], false])
})
