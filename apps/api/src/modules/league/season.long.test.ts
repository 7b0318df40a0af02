import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { league as calls } from '@nare/contract/league'
import { fromHex } from '@nare/fair/hash'
import { competitions } from '@nare/league/clubs'
import { minuteAfter } from '@nare/league/playout'
import { standingsOf } from '@nare/league/standings'
import { checkRound, type EndedRound } from '@nare/league/verify'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { recordingProxy, type RecordingProxy } from '#testing/recording-proxy'

/**
 * `npm run test:long` plays the first rounds of a season; with WHOLE_SEASON=1, as in `npm run test:release`, it is played to its end, which
 * takes about forty seconds with rounds of one second.
 */
const isWhole = process.env['WHOLE_SEASON'] === '1'
const part = { rounds: 10, least: { bytes: 250_000, seen: 250, published: 4, inPlay: 25 } }
const whole = { rounds: 34, least: { bytes: 1_000_000, seen: 1000, published: 50, inPlay: 100 } }
const { rounds: roundsOfEach, least } = isWhole ? whole : part
const roundsMin = isWhole ? 38 + 38 + 34 + 34 : 4 * roundsOfEach
const seasonMs = 240_000
const pauseBetweenPollsMs = 100

let nare: TestApp
let folder: string
let proxy: RecordingProxy
const logged: { at: number; line: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-season-'))
  const log = openLog('trace', { write: (line) => void logged.push({ at: nare?.app.clock.now() ?? 0, line }) })
  nare = await testApp(
    {
      PORT: '0',
      LEAGUE: 'on',
      LEAGUE_CYCLE: '0.4,0.1,0.4,0.1',
      LEAGUE_PAUSE_S: '0',
      LEAGUE_STAGGER_S: '0.25',
      LIMIT_ADDRESS_MINUTE: '10000000',
      DATA_DIR: folder,
    },
    { log },
  )
  proxy = await recordingProxy(new URL(await nare.app.listen()), nare.app.clock.now)
})
afterAll(async () => {
  await proxy.close()
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

/** A received JSON value with its time. */
type Seen = { readonly at: number; readonly value: unknown }

/** Requests every public call in turn until it is stopped. Returns the responses. */
async function pollAll(until: AbortSignal): Promise<Seen[]> {
  const seen: Seen[] = []
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(new URL(path, proxy.url), {
      method: body ? 'POST' : 'GET',
      headers: { 'accept-encoding': 'identity', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
    seen.push({ at: nare.app.clock.now(), value })
    return value as { data?: { round_id?: string }[] } | undefined
  }
  const before = new Map<string, string>()
  while (!until.aborted) {
    for (const { competitionId: competition_id } of competitions) {
      const periods = await ask(calls.periods.path, { competition_id })
      const round_id = periods?.data?.[0]?.round_id ?? ''
      await ask(calls.playouts.path, { competition_id })
      await ask(calls.results.path, { competition_id, round_id })
      await ask(calls.matches.path, { competition_id, round_id, market_id: '3' })
      await ask(calls.standings.path, { competition_id })
      await ask(`/v1/nare-league/rounds/${round_id}`)
      await ask(`/v1/nare-league/rounds/${before.get(competition_id) ?? round_id}`)
      before.set(competition_id, round_id)
      await wait(pauseBetweenPollsMs)
    }
    await ask(calls.competitions.path, {})
    await ask('/v1/live/states?topics=league.1*league.2*league.3*league.4')
    await ask('/metrics')
  }
  return seen
}

/** Subscribes to the topics of all competitions; collects the states until it is closed. */
function subscribe(): { seen: Seen[]; close: () => void } {
  const seen: Seen[] = []
  const socket = new WebSocket(`${proxy.url.href.replace('http', 'ws')}v1/live`, { perMessageDeflate: false })
  socket.on('open', () =>
    socket.send(JSON.stringify({ subscribe: competitions.map(({ competitionId }) => `league:${competitionId}`) })),
  )
  socket.on('message', (data: Buffer) => seen.push({ at: nare.app.clock.now(), value: JSON.parse(data.toString()) }))
  return { seen, close: () => socket.terminate() }
}

/** Copies all tables except league.secret repeatedly. */
async function copyTables(until: AbortSignal): Promise<{ at: number; text: string }[]> {
  const copies: { at: number; text: string }[] = []
  while (!until.aborted) {
    const { rows } = await sql<{ text: string }>`
      select concat((select json_agg(r) from league.round r where seed is not null or settled_at is null),
        (select json_agg(p) from league.playout p), (select json_agg(p) from platform.round p)) as text`.execute(
      nare.base.db,
    )
    copies.push({ at: nare.app.clock.now(), text: rows[0]?.text ?? '' })
    await wait(500)
  }
  return copies
}

type Ended = {
  round_id: string
  season_id: string
  competition_id: string
  seed: string
  link: string
  kick: Date
  end: Date
  ended: Date
}

async function endedRounds(): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select r.round_id, r.season_id, s.competition_id, r.seed, r.link, r.kicks_off_at as kick, r.ends_at as "end", p.ended_at as ended
    from league.round r join league.season s using (season_id) join platform.round p using (round_id)
    where p.state = 'ended' order by p.round_no`.execute(nare.base.db)
  return rows
}

/** All objects within a value that describe a match. */
function matchesIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(matchesIn)
  return 'match_id' in value ? [value as Record<string, unknown>, ...inside] : inside
}

const events = (row: Record<string, unknown>) => (row['events'] ?? []) as { minute: number; side: string }[]

/** The matches in play whose round has not ended. */
async function unendedOf(seen: readonly Seen[]): Promise<number[]> {
  const played = seen.flatMap(({ value }) => matchesIn(value)).filter((row) => 'events' in row)
  const ids = [...new Set(played.map((row) => Number(row['match_id'])))]
  const { rows } = await sql<{ id: number }>`
    select m.match_id as id from league.match m join league.round r using (season_id, round_number)
      left join platform.round p using (round_id)
    where m.match_id = any(${ids}::int[]) and p.state is distinct from 'ended' order by 1`.execute(nare.base.db)
  return rows.map(({ id }) => id)
}

/** Whether each competition has finished the rounds of this test. */
async function isPlayed(): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean; rounds: number }>`
    select s.ended_at is not null as ended, count(p) filter (where p.state = 'ended')::int as rounds
    from league.season s join league.round r using (season_id) left join platform.round p using (round_id)
    where s.number = 1 group by s.season_id, s.ended_at`.execute(nare.base.db)
  return rows.length === 4 && rows.every(({ ended, rounds }) => (isWhole ? ended : rounds >= roundsOfEach))
}

test('in an accelerated season no message, log line or stored row reveals the future, and tables equal a recount', async () => {
  const over = new AbortController()
  await nare.app.start()
  const socket = subscribe()
  const [polling, copying] = [pollAll(over.signal), copyTables(over.signal)]
  await expect.poll(isPlayed, { timeout: seasonMs, interval: 250 }).toBe(true)
  over.abort()
  const [polled, copies] = await Promise.all([polling, copying])
  socket.close()
  const seen = [...polled, ...socket.seen]
  // A round of the next season may be in play: it is checked with the others, once it has ended.
  await expect.poll(() => unendedOf(seen), { timeout: seasonMs, interval: 100 }).toEqual([])
  const rounds = await endedRounds()
  expect(rounds.length).toBeGreaterThanOrEqual(roundsMin)

  expectNoSecretBefore(rounds, copies)
  expect(seen.length).toBeGreaterThan(least.seen)
  await expectNoScoreBefore(rounds, seen)
  // Rounds continue, so a table and the results are read at different moments.
  await vi.waitFor(expectRecount, { timeout: 60_000, interval: 100 })
  await expectChecks(rounds)
  const settled = await sql`select from league.round where settled_at is not null`.execute(nare.base.db)
  expect(settled.rows.length).toBeGreaterThanOrEqual(roundsMin)
}, 300_000)

/** Checks that no message, log line or table contains a seed or link before its round has ended, as text, bytes or base64. */
function expectNoSecretBefore(rounds: readonly Ended[], copies: readonly { at: number; text: string }[]): void {
  const { bytes, at } = proxy.recorded()
  expect(bytes.length).toBeGreaterThan(least.bytes)
  const logs = logged.map(({ line }) => line).join('')
  let published = 0
  for (const { seed, link, ended } of rounds) {
    for (const secret of [seed, link]) {
      const raw = Buffer.from(fromHex(secret))
      for (const form of [
        Buffer.from(secret.slice(0, 24)),
        raw.subarray(0, 12),
        Buffer.from(raw.toString('base64').slice(0, 16)),
      ]) {
        const found = bytes.indexOf(form)
        if (found >= 0) published++
        if (found >= 0) expect(at(found), `${secret} was sent`).toBeGreaterThanOrEqual(ended.getTime())
      }
      expect(logs).not.toContain(secret.slice(0, 16))
      for (const copy of copies)
        if (copy.at < ended.getTime()) expect(copy.text.includes(secret), `${secret} was stored`).toBe(false)
    }
  }
  expect(published).toBeGreaterThan(least.published)
}

/** Checks that no goal is sent before its minute and no result before the end, and that shown goals are always a prefix of the result. */
async function expectNoScoreBefore(rounds: readonly Ended[], seen: readonly Seen[]): Promise<void> {
  const { rows } = await sql<{ id: number; round_id: string; goals: [number, string][] }>`
    select m.match_id as id, r.round_id, m.goals from league.match m join league.round r using (season_id, round_number)
    where m.goals is not null`.execute(nare.base.db)
  const byRound = new Map(rounds.map((round) => [round.round_id, round]))
  const goalsOf = new Map(rows.map(({ id, round_id, goals }) => [String(id), { round: byRound.get(round_id), goals }]))
  let inPlay = 0
  for (const { at, value } of seen) {
    for (const row of matchesIn(value)) {
      const known = goalsOf.get(String(row['match_id']))
      const whole = 'full_time' in row || 'half_time' in row || 'goals' in row
      if (!known?.round) {
        expect(whole || events(row).length > 0).toBe(false)
        continue
      }
      const { round, goals } = known
      const minute =
        at >= round.ended.getTime()
          ? 90
          : minuteAfter(at - round.kick.getTime(), round.end.getTime() - round.kick.getTime())
      if (whole) expect(at).toBeGreaterThanOrEqual(round.ended.getTime())
      if (!('events' in row)) continue
      const shown = Number(row['minute'])
      expect(shown).toBeLessThanOrEqual(minute)
      expect(events(row).map(({ minute: of, side }) => [of, side])).toEqual(goals.filter(([of]) => of <= shown))
      expect(Number(row['home_score']) + Number(row['away_score'])).toBe(events(row).length)
      if (shown > 0 && shown < 90) inPlay++
    }
  }
  expect(inPlay).toBeGreaterThan(least.inPlay)
}

/** Checks that the standings equal a recount of all results. */
async function expectRecount(): Promise<void> {
  for (const { competitionId: competition_id, clubs } of competitions) {
    const results = (await nare.call(calls.results, { competition_id, season: '1' })).body.data
    const matches = clubs.length / 2
    expect(results.length).toBeGreaterThanOrEqual(isWhole ? clubs.length * (clubs.length - 1) : roundsOfEach * matches)
    const counted = standingsOf(
      clubs.map(({ name }) => name),
      results.toReversed().map(({ home_team: home, away_team: away, full_time }) => {
        const [homeGoals = 0, awayGoals = 0] = full_time.split(':').map(Number)
        return { home, away, score: { home: homeGoals, away: awayGoals } }
      }),
    )
    const table = (await nare.call(calls.standings, { competition_id, season: '1' })).body.data
    expect(table.map(({ form: _form, ...row }) => row)).toEqual(counted.map(({ form: _form, ...row }) => row))
    const season = (await nare.call(calls.seasons, { competition_id })).body.data.find((item) => item.season === '1')
    if (isWhole) expect(season).toMatchObject({ state: 'ended', champion: counted[0]?.team })
  }
}

/** Checks that a round passes the public verification. */
async function expectChecks(rounds: readonly Ended[]): Promise<void> {
  for (const { round_id, season_id } of rounds.filter((_round, n) => n % 20 === 0)) {
    const round = (await nare.call(calls.round, { round_id })).body.data
    const { season_hash } = (await nare.call(calls.season, { season_id })).body
    const { body: text } = await nare.app.app.inject({ url: `/v1/nare-league/seasons/${season_id}.json` })
    expect(checkRound(round as EndedRound, { text, season_hash }).filter(({ ok }) => !ok)).toEqual([])
  }
}
