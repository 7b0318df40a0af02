import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openLog } from '#platform/log'
import { runUntilStopped, type Lifetime } from './lifetime.ts'

const deps = { log: openLog('silent'), stopsInMs: () => 2 ** 31 - 1, signals: [] }
const exitCodes: unknown[] = []
vi.spyOn(process, 'exit').mockImplementation((code) => {
  exitCodes.push(code)
  return undefined as never
})
afterEach(() => exitCodes.splice(0))
afterAll(() => vi.restoreAllMocks())

test('a start that a stop interrupts runs its steps, exits with code 0 and does not throw', async () => {
  const steps: string[] = []
  const start = async (lifetime: Lifetime) => {
    for (const step of ['first', 'second']) lifetime.onStop(async () => void steps.push(step))
    lifetime.stop('SIGTERM')
    throw new Error('the pool was closed')
  }
  await runUntilStopped(deps, start)
  await vi.waitUntil(() => exitCodes.length > 0, 120_000)
  expect([steps, exitCodes]).toEqual([['second', 'first'], [0]])
})

test('a start that fails without a stop runs its steps and throws', async () => {
  const steps: string[] = []
  const start = async (lifetime: Lifetime) => {
    lifetime.onStop(async () => void steps.push('only'))
    throw new Error('the port is in use')
  }
  await expect(runUntilStopped(deps, start)).rejects.toThrow('the port is in use')
  expect([steps, exitCodes]).toEqual([['only'], []])
})
