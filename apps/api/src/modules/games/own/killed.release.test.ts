import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { GameChoice, GameMove } from '@nare/contract/game-shapes'
import { games as calls } from '@nare/contract/games'
import { brokenBooks, leagueClient } from '#testing/league-season'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'

const bettorsCount = 6
const roundsOfEach = 18

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: RealServer
let bettors: SeededBettor[]
let client: ReturnType<typeof leagueClient>

beforeAll(async () => {
  server = await realServer()
  client = leagueClient(server)
  const house = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  bettors = await seedBettors(server.db, { count: bettorsCount, cents: 1_000_00n, house: house.rows[0]?.id ?? 0n })
})
afterAll(() => server.close())

const chosen: readonly GameChoice[] = [
  { game: 'dice', options: { target: '50', over: true } },
  { game: 'mines', options: { mines: 5 } },
  { game: 'blackjack', options: {} },
]
const moves: readonly GameMove[] = [{ reveal: 3 }, 'double']

/** A bet and its move, each with an id that stays the same for every retry. */
type Planned = { readonly token: string; readonly choice: GameChoice; readonly bet: string; readonly move: string }

/** Sends a bet and its move. A response that did not arrive is undefined. */
async function send({ token, choice: { game, options }, bet, move }: Planned) {
  const placed = await client.call(calls.bet, { game, id: bet, stake: '20', ...options }, token).catch(() => undefined)
  const round = placed?.status === 201 ? placed.body.round : undefined
  const next = game === 'mines' ? moves[0] : moves[1]
  if (!round || game === 'dice') return { placed, moved: undefined }
  const moved = await client
    .call(calls.move, { game, round_id: round.round_id, id: move, move: next }, token)
    .catch(() => undefined)
  return { placed, moved }
}

test('a server killed during bets and moves has stored each of them completely or not at all', async () => {
  const plan = bettors.flatMap(({ token }) =>
    Array.from({ length: roundsOfEach }, (_, n): Planned => {
      return { token, choice: chosen[n % chosen.length] as GameChoice, bet: randomUUID(), move: randomUUID() }
    }),
  )
  let answered = 0
  const first = Promise.all(plan.map((command) => send(command).finally(() => answered++)))
  await vi.waitUntil(() => answered > plan.length / 4, { timeout: 60_000, interval: 5 })
  await server.killProcess()
  const before = await first
  expect(before.some(({ placed }) => placed === undefined)).toBe(true)
  await server.start()
  await server.ready()
  expect(await brokenBooks(server)).toEqual([])
  const after = await Promise.all(plan.map(send))
  for (const [at, { placed, moved }] of after.entries()) {
    expect(placed?.status === 201 || placed?.status === 422).toBe(true)
    const earlier = before[at]
    // Commands answered before the kill get the same response again, except for the balance.
    if (earlier?.placed?.status === 201) expect(placed?.body.round).toEqual(earlier.placed.body.round)
    if (earlier?.moved?.status === 200) expect(moved?.body.round).toEqual(earlier.moved.body.round)
  }
  const { rows } = await sql<{ rounds: number; gaps: number; unlike: number }>`
    select count(*)::int as rounds, count(*) filter (where r.nonce >= s.nonce)::int as gaps,
      count(*) filter (where (r.state = 'done') <> (b.state <> 'open') or r.staked <> b.stake or r.payout <> b.returned)::int as unlike
    from games.round r join games.seeds s using (bettor_id) join betting.bet b using (bet_id)`.execute(server.db)
  expect(rows).toEqual([{ rounds: after.filter(({ placed }) => placed?.status === 201).length, gaps: 0, unlike: 0 }])
  const { rows: counted } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from games.seeds s where nonce <> (select count(*) from games.round r where r.seed_id = s.active)
      or open_rounds <> (select count(*) from games.round r where r.bettor_id = s.bettor_id and r.state = 'open')`.execute(
    server.db,
  )
  expect(counted).toEqual([{ wrong: 0 }])
  expect(await brokenBooks(server)).toEqual([])
})
