import { expect, test } from 'vitest'
import { openSending } from './sending.ts'

const attempt = async (_what: string, _id: unknown, work: () => Promise<unknown>) => work().then(() => true)

test('requests beyond the limit do not run, and `send` returns false', async () => {
  const sending = openSending({ attempt })
  const { promise: begin, resolve } = Promise.withResolvers<void>()
  const ran: number[] = []
  const send = (n: number) =>
    sending.send(`payment ${n}`, async () => {
      await begin
      ran.push(n)
    })
  const accepted = Array.from({ length: 11_000 }, (_, n) => send(n)).filter(Boolean).length
  expect(accepted).toBeLessThan(11_000)
  expect(send(11_000)).toBe(false)
  resolve()
  await sending.settled()
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: accepted }, (_, n) => n))
  expect(send(11_000)).toBe(true)
  await sending.settled()
})

test('of several requests during a run of their key only the newest runs afterwards', async () => {
  const sending = openSending({ attempt })
  const ran: string[] = []
  const { promise: begin, resolve } = Promise.withResolvers<void>()
  sending.send('payment 1', async () => {
    await begin
    ran.push('first')
  })
  for (const name of ['second', 'third']) sending.send('payment 1', async () => void ran.push(name))
  resolve()
  await sending.settled()
  expect(ran).toEqual(['first', 'third'])
})
