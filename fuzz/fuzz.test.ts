import { testApp } from '@nare/api/testing/app'
import { expect, test } from 'vitest'
import { attack, lineOf } from './attack.ts'
import { chanceOf } from './chance.ts'
import { oddRequest, operationsOf } from './requests.ts'
import { openWorld, serverEnv } from './world.ts'

const seed = 20261122
const count = 12
const heapGrownMost = 256 * 1024 * 1024

test('odd requests to every operation are answered, refused in one shape or shed, and leave nothing behind', async () => {
  const nare = await testApp({ ...serverEnv, PORT: '0' })
  const url = new URL(await nare.app.listen())
  const { failed, operations, requests, statuses, grown } = await attack({
    url,
    world: await openWorld(url),
    seed,
    count,
  })
  await nare.close()
  expect(failed.map(({ asked, why }) => `${why}\n${lineOf(url, asked)}`)).toEqual([])
  expect(requests).toBe(operations * count)
  // The course gets through the door as well as up to it.
  for (const status of [200, 400, 401, 404, 422]) expect(statuses.get(status) ?? 0).toBeGreaterThan(0)
  expect(grown.heapBytes).toBeLessThan(heapGrownMost)
  expect(grown.resources).toBeLessThan(50)
})

test('the same seed is the same course, and another seed another one', () => {
  const [operation] = operationsOf({
    paths: { '/v1/a/{id}': { get: { operationId: 'a.b', parameters: [{ name: 'id', in: 'path' }] } } },
  })
  if (!operation) throw new Error('the document has an operation')
  const world = { callers: [{ token: 't' }], envelopeKey: 'k', good: new Map(), nowS: () => 0 }
  const course = (from: number) => {
    const chance = chanceOf(from)
    return Array.from({ length: 50 }, () => oddRequest(operation, world, chance))
  }
  expect(course(1)).toEqual(course(1))
  expect(course(1)).not.toEqual(course(2))
})
