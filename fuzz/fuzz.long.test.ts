import { testApp } from '@nare/api/testing/app'
import { expect, test } from 'vitest'
import { attack, curlOf } from './attack.ts'
import { seededRandom } from './random.ts'
import { fuzzRequest, operationsOf } from './requests.ts'
import { openWorld, serverEnv } from './world.ts'

const seed = 20261122
const count = 12
const heapGrowthMax = 256 * 1024 * 1024

test('every operation answers fuzzed requests with a valid response and leaks nothing', async () => {
  const nare = await testApp({ ...serverEnv, PORT: '0' })
  const url = new URL(await nare.app.listen())
  const { failed, operations, requests, statuses, growth } = await attack({
    url,
    world: await openWorld(url),
    seed,
    count,
  })
  await nare.close()
  expect(failed.map(({ request, reason }) => `${reason}\n${curlOf(url, request)}`)).toEqual([])
  expect(requests).toBe(operations * count)
  // Some requests succeed and some are refused.
  for (const status of [200, 400, 401, 404, 422]) expect(statuses.get(status) ?? 0).toBeGreaterThan(0)
  expect(growth.heapBytes).toBeLessThan(heapGrowthMax)
  expect(growth.resources).toBeLessThan(50)
})

test('equal seeds give equal requests, different seeds different ones', () => {
  const [operation] = operationsOf({
    paths: { '/v1/a/{id}': { get: { operationId: 'a.b', parameters: [{ name: 'id', in: 'path' }] } } },
  })
  if (!operation) throw new Error('the document has no operation')
  const world = { callers: [{ token: 't' }], envelopeKey: 'k', valid: new Map(), nowS: () => 0 }
  const requestsOf = (from: number) => {
    const random = seededRandom(from)
    return Array.from({ length: 50 }, () => fuzzRequest(operation, world, random))
  }
  expect(requestsOf(1)).toEqual(requestsOf(1))
  expect(requestsOf(1)).not.toEqual(requestsOf(2))
})
