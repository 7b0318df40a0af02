import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '@nare/contract/catalog'
import { live } from '@nare/contract/live'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

const states = async (topics: string) => (await at.call(live.states, { topics })).body.data

test('a polling client gets only the states that changed since the versions it has', async () => {
  const id = await at.match()
  const topics = [`match:${id}`, `market:${id}:18`]
  const first = await states(topics.join(','))
  expect(new Set(first.map(({ topic }) => topic))).toEqual(new Set(topics))
  const withSum = (topic: string, from = first) =>
    `${topic}~${from.filter((one) => one.topic === topic).reduce((sum, { version }) => sum + version, 0)}`
  expect(await states(topics.map((topic) => withSum(topic)).join(','))).toEqual([])
  await at.call(sandbox.driveMatch, { match_id: id, odds: { 18: { 'over 2.5': '2.50' } } })
  const changed = await states(topics.map((topic) => withSum(topic)).join(','))
  expect(changed.some(({ topic }) => topic === `market:${id}:18`)).toBe(true)
  expect(JSON.stringify(changed)).toContain('["over 2.5","2.50"]')
})

test('balances, unknown topics and malformed input are left out', async () => {
  expect(await states('balance,balance:1,league:1,,~~,market:x:y,match:99999999')).toEqual([])
})

test('an unchanged list is answered 304 without a body', async () => {
  const url = catalog.sports.path
  const first = await at.app.app.inject({ method: 'GET', url })
  const tag = String(first.headers['etag'])
  expect([first.statusCode, tag.startsWith('W/"')]).toEqual([200, true])
  const again = await at.app.app.inject({ method: 'GET', url, headers: { 'if-none-match': tag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await at.app.app.inject({ method: 'GET', url, headers: { 'if-none-match': 'W/"other"' } })
  expect([other.statusCode, other.body]).toEqual([200, first.body])
})

test('a long list is compressed, the answer of a command is not', async () => {
  await Promise.all(Array.from({ length: 4 }, () => at.match()))
  const headers = { 'accept-encoding': 'br, gzip' }
  const list = await at.app.app.inject({ method: 'GET', url: '/v1/matches?sport_id=79&when=upcoming', headers })
  expect([list.statusCode, list.headers['content-encoding']]).toEqual([200, 'br'])
  const command = await at.app.app.inject({ method: 'POST', url: '/v1/bet/settings', headers, payload: {} })
  expect(command.headers['content-encoding']).toBeUndefined()
})
