import { expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { openBackground } from './background.ts'

test('requests beyond the limit do not run, and `send` returns false', async () => {
  const background = openBackground(openLog('silent'))
  const { promise: begin, resolve } = Promise.withResolvers<void>()
  const ran: number[] = []
  const send = (n: number) =>
    background.send(`payment ${n}`, async () => {
      await begin
      ran.push(n)
    })
  const accepted = Array.from({ length: 11_000 }, (_, n) => send(n)).filter(Boolean).length
  expect(accepted).toBeLessThan(11_000)
  expect(send(11_000)).toBe(false)
  resolve()
  await background.settled()
  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: accepted }, (_, n) => n))
  expect(send(11_000)).toBe(true)
  await background.settled()
})

test('of several requests during a run of their key only the newest runs afterwards', async () => {
  const background = openBackground(openLog('silent'))
  const ran: string[] = []
  const { promise: begin, resolve } = Promise.withResolvers<void>()
  background.send('payment 1', async () => {
    await begin
    ran.push('first')
  })
  for (const name of ['second', 'third']) background.send('payment 1', async () => void ran.push(name))
  resolve()
  await background.settled()
  expect(ran).toEqual(['first', 'third'])
})

test('work that fails at each tick is logged less and less often, for each key separately, until it succeeds', async () => {
  const lines: { key: string; tries: number }[] = []
  const background = openBackground(openLog('info', { write: (line) => lines.push(JSON.parse(line)) }))
  const fail = () => Promise.reject(new Error('no such provider'))
  for (let n = 0; n < 10; n++) await background.attempt('payment 1', fail)
  await background.attempt('payment 2', fail)
  await background.attempt('payment 1', async () => undefined)
  await background.attempt('payment 1', fail)
  expect(lines.map(({ key, tries }) => `${key}: ${tries}`)).toEqual([
    ...[1, 2, 4, 8].map((tries) => `payment 1: ${tries}`),
    'payment 2: 1',
    'payment 1: 1',
  ])
})
