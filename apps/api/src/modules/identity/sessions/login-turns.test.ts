import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testBuses } from '#platform/testing/bus-pair'
import { loginTurnsInMemory, loginTurnsOverBus } from './login-turns.ts'

/** Turns with jobs that end on request; `running` names those that have begun and not ended. */
function rig(waitingMax: number) {
  const inTurn = loginTurnsInMemory({ waitingMax })
  const running = new Set<string>()
  const ends = new Map<string, () => void>()
  const start = (key: string, name: string) =>
    inTurn(key, async () => {
      running.add(name)
      await new Promise<void>((end) => ends.set(name, end))
      running.delete(name)
      return name
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await tick()
  }
  return { inTurn, start, end, running }
}

test('jobs of one key run one at a time in their order, in parallel with jobs of other keys', async () => {
  const { start, end, running } = rig(10)
  const all = [start('a', 'first'), start('a', 'second'), start('b', 'other')]
  await tick()
  expect([...running]).toEqual(['first', 'other'])
  await end('first')
  expect([...running]).toEqual(['other', 'second'])
  await end('second')
  await end('other')
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other'])
})

test('a key with too many jobs refuses another immediately and accepts one when a job has ended', async () => {
  const { start, end } = rig(2)
  const all = [start('a', 'first'), start('a', 'second')]
  expect(await start('a', 'third')).toBeUndefined()
  await tick()
  await end('first')
  all.push(start('a', 'fourth'))
  await end('second')
  await end('fourth')
  expect(await Promise.all(all)).toEqual(['first', 'second', 'fourth'])
})

test('a job that fails lets the next one of its key run', async () => {
  const { inTurn } = rig(2)
  const failed = inTurn('a', async () => Promise.reject(new Error('broken')))
  const next = inTurn('a', async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('logins of one key run one at a time in all processes, and without waiting where they cannot reach each other', async () => {
  const [first, second] = testBuses(2)
  if (!first || !second) throw new Error('two processes')
  const turns = [loginTurnsOverBus(first, { waitingMax: 20 }), loginTurnsOverBus(second, { waitingMax: 20 })]
  let running = 0
  let max = 0
  const work = async () => {
    max = Math.max(max, ++running)
    await wait(5)
    running--
  }
  const atOnce = (key: string) =>
    Promise.all(turns.flatMap((turn) => [turn(key, work), turn(key, work), turn(key, work)]))
  await atOnce('a')
  expect(max).toBe(1)
  first.disconnect()
  await second.claim('login b', 60_000)
  const claim = vi.spyOn(first, 'claim')
  await turns[0]?.('b', work)
  expect(claim).toHaveBeenCalledTimes(1)
})
