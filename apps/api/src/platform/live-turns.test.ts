import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { openLive } from './live.ts'
import { openTurnsOfSockets } from './live-turns.ts'
import { openLog } from './log.ts'

/** Turns whose slices run by hand, and what has run in them. */
function rig(stepsMax: number) {
  const slices: (() => void)[] = []
  const next = openTurnsOfSockets({ stepsMax, later: (work) => void slices.push(work) })
  const ran: string[] = []
  return {
    ran,
    wait: (group: object, step: string) => next(group).then(() => void ran.push(step)),
    async runSlice(): Promise<string[]> {
      ran.length = 0
      slices.shift()?.()
      await Promise.resolve()
      return [...ran]
    },
    slices,
  }
}

test('a slice runs a bounded number of steps, in their order, and the rest in the next slices', async () => {
  const { wait, runSlice, slices } = rig(2)
  const address = {}
  for (const step of ['1', '2', '3']) void wait(address, step)
  expect([await runSlice(), await runSlice(), slices]).toEqual([['1', '2'], ['3'], []])
  void wait(address, '4')
  expect(await runSlice()).toEqual(['4'])
})

test('addresses take turns: one command waits for one step of each other address, however many steps those have', async () => {
  const { wait, runSlice } = rig(2)
  const [flood, other, honest] = [{}, {}, {}]
  for (let step = 0; step < 1_000; step++) void wait(flood, `flood ${step}`)
  for (let step = 0; step < 1_000; step++) void wait(other, `other ${step}`)
  void wait(honest, 'honest')
  expect([await runSlice(), await runSlice(), await runSlice()]).toEqual([
    ['flood 0', 'other 0'],
    ['honest', 'flood 1'],
    ['other 1', 'flood 2'],
  ])
})

test('of commands that arrive together, a few run before the event loop does other work, and each is answered', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  let [inThisTurn, most] = [0, 0]
  let watching = setImmediate(function countAgain() {
    most = Math.max(most, inThisTurn)
    inThisTurn = 0
    watching = setImmediate(countAgain)
  })
  await openLive({ app, authenticate: async () => void inThisTurn++ })
  await app.ready()
  const sockets = await Promise.all(Array.from({ length: 10 }, () => app.injectWS('/v1/live')))
  const answered = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        let left = 100
        socket.on('message', () => --left === 0 && resolve())
      }),
  )
  for (const socket of sockets) for (let n = 0; n < 100; n++) socket.send('{"auth":"token"}')
  await Promise.all(answered)
  clearImmediate(watching)
  for (const socket of sockets) socket.terminate()
  await app.close()
  most = Math.max(most, inThisTurn)
  expect(most).toBeGreaterThan(0)
  // Two slices run between two counts if their order changes.
  expect(most).toBeLessThanOrEqual(8)
})

test('a socket that sends too many pings of the protocol is terminated', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  await openLive({ app, authenticate: async () => undefined })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = new WebSocket(`${address.replace('http', 'ws')}/v1/live`)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.once('open', () => {
    for (let n = 0; n < 300; n++) socket.ping()
  })
  await closed
  await app.close()
})
