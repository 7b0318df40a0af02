import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { league as calls } from '@nare/contract/league'
import { testApp, type TestApp } from '#testing/app'

const competition_id = '2'
const lockMs = 4000
const everyMs = 50

let nare: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-locked-'))
  nare = await testApp({
    LEAGUE: 'on',
    LEAGUE_CYCLE: `3,${lockMs / 1000},1,0.5`,
    LEAGUE_STAGGER_S: '0',
    LIMIT_ADDRESS_MINUTE: '10000000',
    DATA_DIR: folder,
  })
  await nare.app.start()
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every public call about a round. */
const topicPath = '/v1/live/states?topics=league.2'
const asked = (round_id: string): [path: string, body?: object][] => [
  [calls.competitions.path, {}],
  [calls.periods.path, { competition_id }],
  [calls.markets.path, { competition_id }],
  [calls.matches.path, { competition_id, round_id }],
  [calls.playouts.path, { competition_id, round_id }],
  [calls.results.path, { competition_id, round_id }],
  [calls.standings.path, { competition_id }],
  [calls.seasons.path, { competition_id }],
  [`/v1/nare-league/rounds/${round_id}`],
  [topicPath],
]

/** A response without the fields that only the clock changes. */
async function answerTo([path, body]: [string, object?]): Promise<string> {
  const answer = await nare.app.app.inject({
    method: body ? 'POST' : 'GET',
    url: path,
    ...(body && { payload: body }),
  })
  const { date: _date, ...headers } = answer.headers
  // The ETag is a hash of the body, which contains the server's time.
  const ours = Object.entries(headers).filter(
    ([name]) => !/^x-ratelimit|^ratelimit|request-id|^retry-after|^etag$/.test(name),
  )
  return `${answer.statusCode} ${JSON.stringify(ours)} ${answer.body.replace(/"server_time":"[^"]+"/, '')}`
}

const periods = async () => (await nare.call(calls.periods, { competition_id })).body.data

test('during the lock, every public call returns the same bytes from its start to its end', async () => {
  await expect.poll(async () => (await periods())[0]?.state, { timeout: 60_000, interval: 5 }).toBe('open')
  const [round] = await periods()
  const round_id = round?.round_id ?? ''
  // Prices are computed at the first read.
  for (const call of asked(round_id)) await answerTo(call)
  await expect.poll(async () => (await periods())[0]?.state, { timeout: 60_000, interval: 5 }).toBe('locked')
  // The topic is published after the commit of the lock.
  await expect.poll(() => answerTo([topicPath]), { timeout: 60_000, interval: 5 }).toContain('"state":"locked"')
  const kickOffMs = Date.parse(round?.start_time ?? '')
  const answers = new Map<string, Set<string>>()
  let calledTimes = 0
  while (nare.app.clock.now() < kickOffMs - 2 * everyMs) {
    const startedAt = nare.app.clock.now()
    const all = await Promise.all(asked(round_id).map(async (call) => [call[0], await answerTo(call)] as const))
    // Responses from the kick-off on belong to the play-out.
    if (nare.app.clock.now() >= kickOffMs) break
    for (const [path, answer] of all) answers.set(path, (answers.get(path) ?? new Set()).add(answer))
    calledTimes++
    await wait(Math.max(0, everyMs - (nare.app.clock.now() - startedAt)))
  }
  expect(calledTimes).toBeGreaterThan(2)
  for (const [path, seen] of answers) expect([...seen], path).toHaveLength(1)
  const [matches] = answers.get(calls.playouts.path) ?? []
  expect(matches).toContain('"events":[]')
  expect(matches).not.toMatch(/"minute":[1-9]/)
}, 120_000)
