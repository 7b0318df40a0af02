import { expect, test } from 'vitest'
import { switchingTransport } from './live-transport.ts'

function rig() {
  const events: string[] = []
  const fake = (name: string) => ({
    start: () => void events.push(`${name} on`),
    stop: () => void events.push(`${name} off`),
    restart: () => {},
    confirm: () => void events.push(`${name} confirmed`),
  })
  let lite = false
  let changed = (): void => {}
  let pushed = (_: { open: boolean }): void => {}
  let broken = 0
  const timers: { ms: number; run: () => void }[] = []
  const transport = switchingTransport({
    push: async (onConnection) => {
      pushed = onConnection
      if (broken-- > 0) throw new Error('Loading chunk failed')
      return fake('socket')
    },
    poll: async () => fake('poll'),
    lite: () => lite,
    listen: (run) => (changed = run),
    timers: {
      nowMs: () => 0,
      random: () => 1,
      after: (ms, run) => {
        const timer = { ms, run }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
      },
    },
    onUnavailable: () => events.push('unavailable'),
  })
  const turn = async (isLite: boolean): Promise<void> => {
    lite = isLite
    changed()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    transport,
    events,
    turn,
    timers,
    socket: (open: boolean) => pushed({ open }),
    breakLoads: (times: number) => (broken = times),
  }
}

test('the data saver changes from the socket to polling and back without both running', async () => {
  const { transport, events, turn } = rig()
  transport.start()
  await turn(false)
  await turn(true)
  await turn(true)
  await turn(false)
  transport.stop()
  await turn(true)
  expect(events).toEqual(['socket on', 'socket off', 'poll on', 'poll off', 'socket on', 'socket off'])
})

test('a choice that changes back while a transport loads starts no transport twice', async () => {
  const { transport, events, turn } = rig()
  transport.start()
  void turn(true)
  void turn(false)
  await turn(true)
  transport.stop()
  transport.start()
  await turn(true)
  expect(events).toEqual(['poll on', 'poll off', 'poll on'])
})

test('a transport that fails to load is loaded again after growing delays, until it is stopped', async () => {
  const { transport, events, timers, breakLoads } = rig()
  breakLoads(2)
  transport.start()
  await settle()
  expect([events, timers.map(({ ms }) => ms)]).toEqual([['unavailable'], [1000]])
  timers.shift()?.run()
  await settle()
  expect(timers.map(({ ms }) => ms)).toEqual([2000])
  timers.shift()?.run()
  await settle()
  expect([events, timers]).toEqual([['unavailable', 'unavailable', 'socket on'], []])
  transport.stop()
})

test('a stopped transport is not loaded again', async () => {
  const { transport, timers, breakLoads } = rig()
  breakLoads(1)
  transport.start()
  await new Promise((resolve) => setImmediate(resolve))
  transport.stop()
  expect(timers).toEqual([])
})

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('states are polled from ten seconds after the loss of the socket until it is open again', async () => {
  const { transport, events, timers, socket } = rig()
  transport.start()
  await settle()
  socket(true)
  socket(false)
  expect(timers.map(({ ms }) => ms)).toEqual([10_000])
  socket(false)
  expect(timers).toHaveLength(1)
  timers.shift()?.run()
  await settle()
  socket(false)
  expect([events, timers]).toEqual([['socket on', 'poll on'], []])
  socket(true)
  expect(events).toEqual(['socket on', 'poll on', 'poll off'])
  socket(false)
  socket(true)
  expect([events.length, timers]).toEqual([3, []])
  socket(false)
  transport.stop()
  expect([events.slice(3), timers]).toEqual([['socket off'], []])
})

test('Lite continues the polling that replaced the socket, and nothing is polled after a stop', async () => {
  const { transport, events, turn, timers, socket } = rig()
  transport.start()
  await settle()
  socket(false)
  timers.shift()?.run()
  await settle()
  await turn(true)
  socket(false)
  expect(events).toEqual(['socket on', 'poll on', 'poll off', 'socket off', 'poll on'])
  await turn(false)
  socket(false)
  timers.shift()?.run()
  transport.stop()
  await settle()
  expect(events.slice(5)).toEqual(['poll off', 'socket on', 'socket off'])
})
