import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crash as calls, type CrashState } from '@nare/contract/crash'
import { fromHex } from '@nare/fair/hash'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { recordingProxy, type RecordingProxy } from '#testing/recording-proxy'
import { crashEnv, crashOn, plantChain, type CrashGame } from '../testing/crash-world.ts'

const roundsPlayed = 12

let nare: TestApp
let game: CrashGame
let proxy: RecordingProxy
const logged: string[] = []

beforeAll(async () => {
  const log = openLog('trace', { write: (line) => void logged.push(line) })
  nare = await testApp({ ...crashEnv, CRASH_CYCLE: '0.3,0.1', PORT: '0' }, { log })
  game = crashOn(nare, await plantChain(nare.base.db))
  proxy = await recordingProxy(new URL(await nare.app.listen()), nare.app.clock.now)
  await nare.app.start()
})
afterAll(async () => {
  await proxy.close()
  await nare.close()
})

type Seen = { readonly at: number; readonly state: CrashState }

/** Subscribes to the topics of the game; collects the states until it is closed. */
function subscribe(): { seen: Seen[]; close: () => void } {
  const seen: Seen[] = []
  const socket = new WebSocket(`${proxy.url.href.replace('http', 'ws')}v1/live`, { perMessageDeflate: false })
  socket.on('open', () => socket.send(JSON.stringify({ subscribe: ['crash', 'crash:bets'] })))
  socket.on('message', (data: Buffer) => {
    const { topic, state } = JSON.parse(data.toString()) as { topic?: string; state: CrashState }
    if (topic === 'crash') seen.push({ at: nare.app.clock.now(), state })
  })
  return { seen, close: () => socket.terminate() }
}

/** Requests every call of the game in turn until it is stopped. */
async function askAll(token: string, until: AbortSignal): Promise<void> {
  const paths = ['chain', 'rounds', 'bets'].map((name) => `/v1/games/crash/${name}`)
  while (!until.aborted) {
    for (const path of [...paths, '/v1/live/states?topics=crash*crash.bets', '/v1/bets?product=games', '/metrics'])
      await fetch(new URL(path, proxy.url), {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      }).then((answer) => answer.text())
    await wait(20)
  }
}

/** Copies all tables except games.crash_secret repeatedly. */
async function copyTables(until: AbortSignal): Promise<{ at: number; text: string }[]> {
  const copies: { at: number; text: string }[] = []
  while (!until.aborted) {
    const { rows } = await sql<{ text: string }>`
      select concat((select json_agg(r) from games.crash_round r), (select json_agg(c) from games.crash_chain c),
        (select json_agg(b) from games.crash_bet b), (select json_agg(a) from games.crash_ask a),
        (select json_agg(p) from platform.round p)) as text`.execute(nare.base.db)
    copies.push({ at: nare.app.clock.now(), text: rows[0]?.text ?? '' })
    await wait(50)
  }
  return copies
}

/** Bets and cashes out in each round, and ends long flights by the clock. */
async function play(token: string): Promise<void> {
  for (let n = 0; n < roundsPlayed; n++) {
    const bet = await game.bet(token, { stake: '20' })
    const bet_id = bet.status === 201 ? bet.body.bet.bet_id : ''
    const round = await game.until(({ phase }) => phase === 'flying')
    await wait(250)
    await game.cashOut(token, bet_id)
    await game.crashed(round)
  }
}

type Ended = { round_id: string; hash: string; ended: Date }

test('before a crash, no message, log line or stored row contains its hash or crash point', async () => {
  const bettor = await nare.bettor(10_000)
  const token = bettor.token
  const over = new AbortController()
  const socket = subscribe()
  const [asking, copying] = [askAll(token, over.signal), copyTables(over.signal)]
  await play(token)
  over.abort()
  const [, copies] = await Promise.all([asking, copying])
  await wait(200)
  socket.close()

  const { rows: rounds } = await sql<Ended>`
    select r.round_id, r.hash, p.ended_at as ended from games.crash_round r join platform.round p on p.id = r.round
    where r.hash is not null order by r.round`.execute(nare.base.db)
  expect(rounds.length).toBeGreaterThanOrEqual(roundsPlayed)
  const { bytes, at } = proxy.recorded()
  const logs = logged.join('')
  let published = 0
  for (const { hash, ended } of rounds) {
    const raw = Buffer.from(fromHex(hash))
    const forms = [
      Buffer.from(hash.slice(0, 24)),
      raw.subarray(0, 12),
      Buffer.from(raw.toString('base64').slice(0, 16)),
    ]
    for (const form of forms) {
      const found = bytes.indexOf(form)
      if (found < 0) continue
      published++
      expect(at(found), `${hash} was sent`).toBeGreaterThanOrEqual(ended.getTime())
    }
    expect(logs).not.toContain(hash.slice(0, 16))
    for (const copy of copies)
      if (copy.at < ended.getTime()) expect(copy.text.includes(hash), `${hash} was stored`).toBe(false)
  }
  expect(published).toBeGreaterThanOrEqual(roundsPlayed)
  expect(copies.length).toBeGreaterThan(50)

  const byRound = new Map(rounds.map((round) => [round.round_id, round]))
  const phases = new Set(socket.seen.map(({ state }) => state.phase))
  expect(phases).toEqual(new Set(['betting', 'flying', 'crashed']))
  for (const { at: seenAt, state } of socket.seen) {
    const isOver = state.phase === 'crashed'
    expect(['crash_point' in state, 'hash' in state]).toEqual([isOver, isOver])
    if (isOver) expect(seenAt).toBeGreaterThanOrEqual(byRound.get(state.round_id)?.ended.getTime() ?? 0)
  }
  const chain = (await nare.call(calls.chain, {})).body
  expect(chain.games).toBe(3000)
})
