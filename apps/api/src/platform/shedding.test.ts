import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { shedLoad, type Shedding } from './shedding.ts'

afterEach(() => void vi.useRealTimers())

function server(shedding: Partial<Shedding>) {
  const app = fastify()
  const onRequest = shedLoad({ isFull: () => true, nested: false, ...shedding })
  app.post('/bet', { onRequest }, async () => ({ placed: true }))
  const bet = (payload = '{}') =>
    app.inject({ method: 'POST', url: '/bet', headers: { 'content-type': 'application/json' }, payload })
  return { app, bet }
}

test('without capacity a call is refused before its body is parsed, with the time for a retry', async () => {
  const { bet } = server({ delayMs: 0 })
  const reply = await bet('not JSON')
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('1')
  expect(reply.json()).toMatchObject({ code: 'overloaded', retry_after_s: 1 })
})

test('a refusal is delayed unless the maximum number of refusals is delayed already', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { bet } = server({ delayMs: 500, delayedMax: 1 })
  let answered = false
  const delayed = bet().then((reply) => {
    answered = true
    return reply
  })
  // The second call is answered after the first one has been read, and the first one still waits.
  expect((await bet()).statusCode).toBe(503)
  expect(answered).toBe(false)
  await vi.advanceTimersByTimeAsync(750)
  expect((await delayed).statusCode).toBe(503)
})
