import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { league as calls, type LeagueState } from '@nare/contract/league'
import { sha256, toHex } from '@nare/fair/hash'
import { checkRound, type EndedRound } from '@nare/league/verify'
import { testApp, type TestApp } from '#testing/app'

let nare: TestApp
let folder: string
const competition_id = '2'
const cycle = { LEAGUE_CYCLE: '1.5,0.2,0.6,0.2', LEAGUE_PAUSE_S: '0', LEAGUE_STAGGER_S: '0.5' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-league-'))
  nare = await testApp({ ...cycle, LEAGUE: 'on', DATA_DIR: folder })
  await nare.app.start()
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

const periods = async () => (await nare.call(calls.periods, { competition_id })).body.data
const round = async (round_id: string) => (await nare.call(calls.round, { round_id })).body.data
const patient = { timeout: 120_000, interval: 50 }

test('a competition offers three rounds, each of which is played, published and can be recomputed', async () => {
  await expect.poll(async () => (await periods()).length, patient).toBe(3)
  const [first] = await periods()
  const round_id = first?.round_id ?? ''
  const before = await round(round_id)
  expect(before).not.toHaveProperty('seed')
  expect(before.matches[0]).not.toHaveProperty('full_time')
  await expect.poll(async () => (await round(round_id)).state, patient).toBe('ended')
  const ended = await round(round_id)
  expect(ended).toMatchObject({ commitment: before.commitment, tables_hash: before.tables_hash })
  const season = (await nare.call(calls.season, { season_id: ended.season_id })).body
  const file = await nare.app.app.inject({ url: `/v1/nare-league/seasons/${ended.season_id}.json` })
  expect(toHex(sha256(file.rawPayload))).toBe(season.season_hash)
  const checks = checkRound(ended as EndedRound, { text: file.body, season_hash: season.season_hash })
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  const page = await nare.app.app.inject({ url: '/v1/nare-league/verify.html' })
  expect(page.headers['content-disposition']).toContain('attachment')
  expect(page.body).toContain('nareRules.checkFiles')
  expect((await periods()).length).toBe(3)
  const results = (await nare.call(calls.results, { competition_id, round_id })).body.data
  expect(results.map(({ full_time }) => full_time)).toEqual(ended.matches.map(({ full_time }) => full_time))
  const table = (await nare.call(calls.standings, { competition_id })).body.data
  expect(table.reduce((sum, { played }) => sum + played, 0)).toBeGreaterThanOrEqual(20)
})

test('the lines of a round close with its betting, and its prices stay', async () => {
  const linesOf = async (round_id: string) =>
    (await nare.call(calls.matches, { competition_id, round_id })).body.data.flatMap(({ odds }) => odds)
  const statesOf = (lines: Awaited<ReturnType<typeof linesOf>>) => [...new Set(lines.map(({ state }) => state))]
  let [id, open]: [string, Awaited<ReturnType<typeof linesOf>>] = ['', []]
  const readNext = async () => statesOf((open = await linesOf((id = (await periods())[1]?.round_id ?? ''))))
  await expect.poll(readNext, patient).toEqual(['open'])
  await expect.poll(async () => statesOf(await linesOf(id)), patient).toEqual(['closed'])
  const prices = (lines: typeof open) => lines.flatMap((line) => line.odds.map(({ odd_value }) => odd_value))
  expect(prices(await linesOf(id))).toEqual(prices(open))
})

test('a process that does not run the league publishes it on its socket too', async () => {
  const other = await testApp({ ...cycle, PORT: '0', LEAGUE: 'off', DATA_DIR: folder }, { base: nare.base })
  try {
    const socket = new WebSocket(`${(await other.app.listen()).replace('http', 'ws')}/v1/live`)
    const states: LeagueState[] = []
    socket.on('open', () => socket.send(JSON.stringify({ subscribe: ['league:2'] })))
    socket.on('message', (data: Buffer) => states.push((JSON.parse(data.toString()) as { state: LeagueState }).state))
    const seen = () => new Set(states.map(({ round_id, state }) => `${round_id} ${state}`))
    await expect.poll(() => [...seen()].filter((text) => text.endsWith(' ended')).length, patient).toBeGreaterThan(1)
    const goals = states
      .filter(({ state }) => state === 'playing')
      .flatMap(({ matches }) => matches.flatMap((m) => m.events))
    expect(goals.length).toBeGreaterThan(0)
    expect(states.every(({ matches }) => matches.length === 10)).toBe(true)
    socket.terminate()
  } finally {
    await other.close()
  }
})
