import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices as calls } from '@nare/contract/notices'
import { testApp, type TestApp } from '#testing/app'
import { openNoticesWorld, type Device, type NoticesWorld } from './testing/notices-world.ts'

let nare: TestApp
let world: NoticesWorld
beforeAll(async () => {
  nare = await testApp()
  world = await openNoticesWorld(nare)
})
afterAll(() => nare.close())

test('a bettor has at most ten browsers, the newest; a hundred identical posts make one', async () => {
  const { token } = await nare.bettor()
  const first = await world.newDevice()
  const replies = await Promise.all(Array.from({ length: 50 }, () => world.subscribe(token, first, ['money'])))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await nare.call(calls.notices, {}, token)).body.data.devices).toHaveLength(1)
  const more: Device[] = []
  for (let n = 0; n < 11; n++) more.push(await world.newDevice())
  for (const device of more) await world.subscribe(token, device, ['money'])
  const { devices } = (await nare.call(calls.notices, {}, token)).body.data
  const newest = more.slice(1).toReversed()
  expect(devices.map(({ endpoint }) => endpoint)).toEqual(newest.map(({ subscription }) => subscription.endpoint))
})

test('a bettor has at most ten browsers also if many are added at once', async () => {
  const { token } = await nare.bettor()
  const many = await Promise.all(Array.from({ length: 50 }, () => world.newDevice()))
  await Promise.all(many.map((device) => world.subscribe(token, device, ['money'])))
  expect((await nare.call(calls.notices, {}, token)).body.data.devices).toHaveLength(10)
})
