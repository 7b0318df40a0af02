import { expect, test } from 'vitest'
import { rig } from './socket-rig.ts'

test('after a return, states are unconfirmed until a new ping is answered, whatever arrives of before the sleep', () => {
  const { store, live, sockets, confirmed, pass, push } = rig()
  store.subscribe('match:1')
  live.start()
  sockets[0]?.onopen?.()
  live.confirm()
  push({ topic: 'match:1', key: '1', version: 1, state: {} })
  push({ pong: 20_000 })
  expect(confirmed).toEqual([false])
  expect(sockets[0]?.sent.at(-1)).toEqual({ ping: 'confirm 1' })
  push({ pong: 'confirm 1' })
  expect(confirmed).toEqual([false, true])
  pass(10_000)
  expect(sockets).toHaveLength(1)
})

test('a socket that died in a sleep is replaced three seconds after the return, and the new one confirms', () => {
  const { live, sockets, connected, confirmed, pass, push } = rig()
  live.start()
  const first = sockets[0]
  if (first) first.close = () => {}
  first?.onopen?.()
  live.confirm()
  pass(2_999)
  expect(connected).toEqual([true])
  pass(1 + 1_000)
  expect([connected, sockets.length]).toEqual([[true, false], 2])
  sockets[1]?.onopen?.()
  push({ pong: 'confirm 1' })
  expect(confirmed).toEqual([false])
  push({ pong: 'confirm 2' })
  expect(confirmed).toEqual([false, true])
})

test('after a return, a lost connection is opened at once, and one that hangs while it opens is given three seconds', () => {
  const { live, sockets, pass } = rig()
  live.start()
  sockets[0]?.onclose?.()
  live.confirm()
  expect(sockets).toHaveLength(2)
  live.confirm()
  pass(3_000 + 2_000)
  expect(sockets).toHaveLength(3)
})
