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

test('a polling client gets only the states that are newer than its versions', async () => {
  const id = await at.match()
  const topics = [`match:${id}`, `market:${id}:18`]
  const first = await states(topics.join(','))
  expect(new Set(first.map(({ topic }) => topic))).toEqual(new Set(topics))
  // For each topic, a client sends the sum of its versions.
  const withSum = (topic: string, from = first) =>
    `${topic}~${from.filter((message) => message.topic === topic).reduce((sum, { version }) => sum + version, 0)}`
  expect(await states(topics.map((topic) => withSum(topic)).join(','))).toEqual([])
  await at.call(sandbox.driveMatch, { match_id: id, odds: { 18: { 'over 2.5': '2.50' } } })
  const changed = await states(topics.map((topic) => withSum(topic)).join(','))
  expect(changed.some(({ topic }) => topic === `market:${id}:18`)).toBe(true)
  expect(JSON.stringify(changed)).toContain('["over 2.5","2.50"]')
})

test('topics have a short form: a number is a match, and a dot and a number are a market of the match before it', async () => {
  const [first, second] = [await at.match(), await at.match()]
  const fullTopics = `match:${first},market:${first}:18,match:${second},market:${second}:1`
  const read = await states(fullTopics)
  expect(await states(`${first}*.18*${second}*.1`)).toEqual(read)
  const sum = (topic: string) => read.reduce((all, one) => all + (one.topic === topic ? one.version : 0), 0)
  const changed = await states(`${first}~${sum(`match:${first}`)}*.18~${sum(`market:${first}:18`)}*${second}~0*.1~0`)
  expect(new Set(changed.map(({ topic }) => topic))).toEqual(new Set([`match:${second}`, `market:${second}:1`]))
  expect(await states('.18,10000001.18,.')).toEqual([])
})

test('the live matches of a sport keep their version until they change, so a poll does not get them again', async () => {
  const id = await at.match()
  const topic = 'sport:79:live'
  const [before] = await states(topic)
  expect(await states(`sport.79.live~${before?.version}`)).toEqual([])
  await at.call(sandbox.driveMatch, { match_id: id, state: 'live', minute: 1, score: '0:0' })
  const [after] = await states(`sport.79.live~${before?.version}`)
  expect(after?.state).toEqual({ matches: expect.arrayContaining([id]) })
  expect(after?.version).toBeGreaterThan(before?.version ?? 0)
  expect(await states(`sport.79.live~${after?.version}`)).toEqual([])
  await at.call(sandbox.driveMatch, { match_id: id, state: 'abandoned' })
  const [back] = await states(`sport.79.live~${after?.version}`)
  expect(back?.state).toEqual(before?.state)
  expect(back?.version).toBeGreaterThan(after?.version ?? 0)
})

test('private topics, unknown topics and malformed input are omitted', async () => {
  expect(await states('balance,balance:1,league:1,,~~,market:x:y,match:99999999')).toEqual([])
})

test('an unchanged list is answered 304 without a body', async () => {
  const url = catalog.sports.path
  const first = await at.app.app.inject({ method: 'GET', url })
  const tag = String(first.headers['etag'])
  expect([first.statusCode, tag.startsWith('W/"')]).toEqual([200, true])
  const again = await at.app.app.inject({ method: 'GET', url, headers: { 'if-none-match': tag } })
  expect([again.statusCode, again.body, again.headers['content-type']]).toEqual([304, '', undefined])
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
