import type { LiveMessage } from '@nare/contract/live'
import { expect, test } from 'vitest'
import { livePoll } from './live-poll.ts'
import { liveStore } from './live-store.ts'

function rig(everyMs = 60_000) {
  const asked: string[] = []
  const lines: boolean[] = []
  let answer: LiveMessage[] | undefined = []
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const store = liveStore((run) => run())
  const poll = livePoll({
    store,
    everyMs: () => everyMs,
    ask: async (topics) => {
      asked.push(topics)
      return answer
    },
    timers: {
      nowMs: () => now,
      random: () => 0,
      after: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => void (timers = timers.filter((one) => one !== timer))
      },
    },
    onConnection: ({ open }) => lines.push(open),
  })
  const pass = async (ms: number): Promise<void> => {
    const until = now + ms
    for (let next = first(); next; next = first()) {
      timers = timers.filter((one) => one !== next)
      now = next.at
      next.run()
      await Promise.resolve()
      await Promise.resolve()
    }
    now = until
    function first() {
      return timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
    }
  }
  return { store, poll, asked, lines, pass, answers: (next: LiveMessage[] | undefined) => (answer = next) }
}

const state = (topic: string, version: number, key = ''): LiveMessage => ({ topic, key, version, state: { version } })

test('what is on the screen is asked for once a minute, with the versions that are held', async () => {
  const { store, poll, asked, pass, answers } = rig()
  store.hold('market:1:18')
  store.hold('balance')
  poll.start()
  answers([state('market:1:18', 5, '2.5'), state('market:1:18', 6, '3.5')])
  await pass(5000)
  expect(store.read('market:1:18', '3.5')).toEqual({ version: 6 })
  answers([])
  await pass(120_000)
  expect(asked).toEqual(['market.1.18', 'market.1.18~11', 'market.1.18~11'])
})

test('without topics nothing is asked, and after a stop neither', async () => {
  const { store, poll, asked, pass } = rig()
  poll.start()
  await pass(300_000)
  expect(asked).toEqual([])
  store.hold('match:1')
  poll.stop()
  await pass(300_000)
  expect(asked).toEqual([])
})

test('a topic that left the screen is forgotten and asked for whole when it returns', async () => {
  const { store, poll, asked, pass, answers } = rig(15_000)
  const leave = store.hold('match:1')
  poll.start()
  answers([state('match:1', 3)])
  await pass(5000)
  leave()
  expect(store.read('match:1')).toBeUndefined()
  store.hold('match:1')
  await pass(15_000)
  expect(asked).toEqual(['match.1', 'match.1'])
})

test('a question without an answer says that the line is down until one comes', async () => {
  const { store, poll, lines, pass, answers } = rig(15_000)
  store.hold('match:1')
  poll.start()
  answers(undefined)
  await pass(5000)
  answers([])
  await pass(15_000)
  expect(lines).toEqual([false, true])
})
