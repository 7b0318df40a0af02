import { expect, test } from 'vitest'
import { liveSocket, wait, type SocketLike } from './live-socket.ts'
import { liveStore } from './live-store.ts'

function rig(token?: string) {
  const frames: (() => void)[] = []
  const timers: { at: number; run: () => void }[] = []
  const sockets: (SocketLike & { said: unknown[] })[] = []
  let now = 0
  const store = liveStore((run) => frames.push(run))
  const lines: boolean[] = []
  const live = liveSocket({
    store,
    token: () => token,
    open: () => {
      const said: unknown[] = []
      const socket: SocketLike & { said: unknown[] } = {
        said,
        send: (text) => said.push(JSON.parse(text)),
        close: () => socket.onclose?.(),
        onopen: null,
        onclose: null,
        onmessage: null,
      }
      sockets.push(socket)
      return socket
    },
    timers: {
      nowMs: () => now,
      random: () => 0.5,
      after: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
      },
    },
    onConnection: ({ open }) => lines.push(open),
  })
  const pass = (ms: number): void => {
    const until = now + ms
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      timers.splice(timers.indexOf(next), 1)
      now = next.at
      next.run()
    }
    now = until
  }
  const frame = (): void => frames.splice(0).forEach((run) => run())
  const tell = (message: object): void => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) })
  return { store, live, sockets, lines, pass, frame, tell }
}

test('an older or equal version is dropped, and listeners of one key hear once a frame', () => {
  const { store, frame } = rig()
  let heard = 0
  store.listen('market:1:18', '2.5', () => heard++)
  expect(store.take({ topic: 'market:1:18', key: '2.5', version: 5, state: 'a' })).toBe(true)
  expect(store.take({ topic: 'market:1:18', key: '2.5', version: 5, state: 'b' })).toBe(false)
  expect(store.take({ topic: 'market:1:18', key: '2.5', version: 4, state: 'b' })).toBe(false)
  store.take({ topic: 'market:1:18', key: '2.5', version: 6, state: 'c' })
  store.take({ topic: 'market:1:18', key: '3.5', version: 1, state: 'x' })
  frame()
  expect([heard, store.read('market:1:18', '2.5')]).toEqual([1, 'c'])
})

test('connecting authenticates first and subscribes to what is wanted; a later wish is sent in one message', () => {
  const { store, live, sockets, pass, tell } = rig('secret')
  store.hold('balance')
  live.start()
  sockets[0]?.onopen?.()
  store.hold('match:1')
  store.hold('match:1')
  store.hold('match:2')
  pass(0)
  expect(sockets[0]?.said).toEqual([
    { auth: 'secret' },
    { subscribe: ['balance'] },
    { subscribe: ['match:1', 'match:2'] },
  ])
  tell({ topic: 'match:1', key: '1', version: 1, state: { minute: 3 } })
  expect(store.read('match:1')).toEqual({ minute: 3 })
})

test('a lost line is opened again after a jittered wait and everything wanted is asked for anew', () => {
  const { store, live, sockets, lines, pass } = rig()
  store.hold('match:1')
  live.start()
  sockets[0]?.onopen?.()
  sockets[0]?.onclose?.()
  pass(749)
  expect(sockets).toHaveLength(1)
  pass(1)
  sockets[1]?.onopen?.()
  expect(sockets[1]?.said).toEqual([{ subscribe: ['match:1'] }])
  expect(lines).toEqual([true, false, true])
})

test('a line that stays silent is closed although we pinged', () => {
  const { live, sockets, lines, pass } = rig()
  live.start()
  sockets[0]?.onopen?.()
  pass(60_000)
  expect(sockets[0]?.said).toEqual([{ ping: 20_000 }, { ping: 40_000 }])
  expect(lines.at(-1)).toBe(false)
})

test('what the server could not answer is asked for again after a jittered, doubling wait, while it is wanted', () => {
  const { store, live, sockets, pass, tell } = rig('secret')
  const release = store.hold('match:1')
  live.start()
  sockets[0]?.onopen?.()
  const said = () => sockets[0]?.said.slice(2)
  tell({ error: 'try again', topic: 'match:1' })
  pass(749)
  expect(said()).toEqual([])
  pass(1)
  expect(said()).toEqual([{ subscribe: ['match:1'] }])
  tell({ error: 'try again', topic: 'match:1' })
  pass(1499)
  expect(said()).toHaveLength(1)
  pass(1)
  expect(said()).toHaveLength(2)
  tell({ topic: 'match:1', key: '1', version: 1, state: 'here' })
  expect(store.read('match:1')).toBe('here')
  tell({ error: 'try again', topic: 'match:1' })
  release()
  pass(1000)
  expect(said()).toHaveLength(2)
})

test('a token that could not be checked is sent again, and the balance asked for after it', () => {
  const { store, live, sockets, pass, tell } = rig('secret')
  store.hold('balance')
  live.start()
  sockets[0]?.onopen?.()
  tell({ error: 'try again' })
  tell({ error: 'session_required', topic: 'balance' })
  pass(750)
  expect(sockets[0]?.said.slice(2)).toEqual([{ auth: 'secret' }, { subscribe: ['balance'] }])
})

test('a topic nobody holds any more is left after a while, and its values are forgotten', () => {
  const { store, live, sockets, pass, tell } = rig()
  const release = store.hold('match:1')
  live.start()
  sockets[0]?.onopen?.()
  tell({ topic: 'match:1', key: '1', version: 1, state: 1 })
  release()
  release()
  const again = store.hold('match:1')
  pass(5000)
  expect(store.read('match:1')).toBe(1)
  again()
  pass(5000)
  expect(sockets[0]?.said.at(-1)).toEqual({ unsubscribe: ['match:1'] })
  expect(store.read('match:1')).toBeUndefined()
})

test('waits double up to thirty seconds and never start at zero', () => {
  expect([wait(0, 0), wait(0, 1), wait(3, 0), wait(50, 1)]).toEqual([500, 1000, 4000, 30_000])
})

test('what nobody is subscribed to any more is forgotten, and nobody is drawn again for that', () => {
  const frames: (() => void)[] = []
  const store = liveStore((run) => frames.push(run))
  const told: string[] = []
  store.take({ topic: 'market:1:1', key: '', version: 7, state: 'open' })
  for (const run of frames.splice(0)) run()
  store.listen('market:1:1', '', () => told.push('heard'))
  store.forget('market:1:1')
  for (const run of frames.splice(0)) run()
  expect([told, store.read('market:1:1')]).toEqual([[], undefined])
})
