import { expect, test } from 'vitest'
import { openSubscriber, openWindow, waitToCommand, type Neighbours } from './live-subscriber.ts'

test('the sockets of one address have a limit of commands together: the others wait for the next window', async () => {
  const neighbours: Neighbours = { sockets: 0, topics: 0, commands: 0 }
  // Only the state of the socket is read.
  const socket = { readyState: 1, OPEN: 1 } as Parameters<typeof openSubscriber>[0]['socket']
  const request: Parameters<typeof openSubscriber>[0]['request'] = {
    headers: {},
    host: 'localhost',
    method: 'GET',
    ip: '127.0.0.1',
  }
  const connection = {} as Parameters<typeof openSubscriber>[0]['connection']
  const subscribers = Array.from({ length: 20 }, (_, ordinal) =>
    openSubscriber({ socket, connection, request, ordinal, neighbours }),
  )
  const [first, second] = subscribers
  if (!first || !second) throw new Error('no subscribers')
  for (let n = 0; n < 3_000; n++) await waitToCommand(subscribers[n % subscribers.length] ?? first)
  let ran = false
  const waiting = waitToCommand(second).then(() => (ran = true))
  await Promise.resolve()
  expect([ran, second.onWindow !== undefined]).toEqual([false, true])
  for (const subscriber of subscribers) openWindow(subscriber)
  await waiting
  expect([ran, neighbours.commands]).toEqual([true, 1])
})
