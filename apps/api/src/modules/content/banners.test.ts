import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banners } from '@nare/contract/banners'
import { consoleToday } from '@nare/contract/console-today'
import { operatorBanners } from '@nare/contract/operator-banners'
import type { Sent } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'

const reason = 'A test of banners'
const people = { mary: 'marketing', mark: 'marketing', mona: 'marketing', moses: 'marketing' } as const
const tokenOf = (name: keyof typeof people): string => operatorToken(name)

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf(people) })
})
afterAll(() => nare.close())

const inHours = (hours: number): string => new Date(nare.app.clock.now() + hours * 3_600_000).toISOString()
const add = (hours: number, by: keyof typeof people, given: Partial<Sent<typeof operatorBanners.addBanner>> = {}) =>
  nare.call(
    operatorBanners.addBanner,
    {
      ...{ title: { en: 'Derby', sw: 'Dabi' }, link: '/promotions', audience: 'all', approval: 'GRA/1' },
      ...{ starts_at: inHours(-1), ends_at: inHours(hours), reason, ...given },
    },
    tokenOf(by),
  )
const approve = (banner_id: string, by: keyof typeof people) =>
  nare.call(operatorBanners.approveBanner, { banner_id, reason }, tokenOf(by))
const end = (banner_id: string) => nare.call(operatorBanners.endBanner, { banner_id, reason }, tokenOf('mark'))
const titles = async () => (await nare.call(banners.banners, { lang: 'en' })).body.data.map(({ title }) => title)
const waiting = async () =>
  (await nare.call(consoleToday.today, {}, tokenOf('mark'))).body.queues.find(({ name }) => name === 'banners')?.count

test('what one person alone may show within a day is shown at once; what is more waits for another person', async () => {
  expect((await add(20, 'mary')).body).toMatchObject({ state: 'running' })
  const title = { en: 'A week', sw: 'Wiki' }
  const { banner_id, state } = (await add(5, 'mary', { title })).body
  expect(state).toBe('waiting')
  expect(await titles()).toEqual(['Derby'])
  expect(await waiting()).toBe(1)
  expect(await approve(banner_id, 'mary')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect(await approve(banner_id, 'mark')).toMatchObject({ status: 200, body: { state: 'running' } })
  expect(await approve(banner_id, 'mark')).toMatchObject({ status: 200, body: { state: 'running' } })
  expect(await titles()).toEqual(['Derby', 'A week'])
  expect(await waiting()).toBe(0)
  const list = (await nare.call(operatorBanners.banners, {}, tokenOf('mark'))).body.data
  expect(list[0]).toMatchObject({ by: 'mary', approved_by: 'mark', state: 'running' })
  expect(list[1]).toMatchObject({ by: 'mary', approved_by: null, state: 'running' })
  // What waited was not decided alone: four hours are left.
  expect((await add(4, 'mary')).body).toMatchObject({ state: 'running' })
  expect((await add(1, 'mary')).body).toMatchObject({ state: 'waiting' })
})

test('thirty banners at once do not exceed the hours of one person, and a hundred of one id are one', async () => {
  const replies = await Promise.all(Array.from({ length: 30 }, () => add(2, 'mona')))
  const states = replies.filter(({ status }) => status === 200).map(({ body }) => body.state)
  expect(states.filter((state) => state === 'running').length).toBe(12)
  expect(states.filter((state) => state === 'waiting').length).toBe(states.length - 12)
  const id = randomUUID()
  const same = await Promise.all(Array.from({ length: 100 }, () => add(2, 'moses', { id })))
  expect(new Set(same.filter(({ status }) => status === 200).map(({ body }) => body.banner_id)).size).toBe(1)
})

test('a banner that was dropped or is over is approved no more', async () => {
  const dropped = (await add(400, 'mary')).body.banner_id
  await end(dropped)
  expect(await approve(dropped, 'mona')).toMatchObject({ status: 422, body: { code: 'not_available' } })
  const late = (await add(30, 'mary')).body.banner_id
  await nare.app.clock.advance(31 * 3_600)
  expect(await approve(late, 'mona')).toMatchObject({ status: 422, body: { code: 'not_available' } })
  expect(await approve('999999', 'mona')).toMatchObject({ status: 404 })
})
