import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { betting } from '@nare/contract/betting'
import { leagueBets, leagueReads } from '@nare/contract/league'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { matchOfGoals } from '@nare/league/draw'
import { leagueLegSummary } from '#modules/league/league'
import { verifyLedger } from '#modules/ledger/ledger'
import { verifyTickets } from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import { queryRows } from '#platform/db'
import type { Bet, SentPick } from './bets.ts'
import type { ReferenceResults } from './league-reference.ts'
import { seedBettors, type SeededBettor } from './seed.ts'
import type { RealServer } from './server.ts'

const competitionIds = ['1', '2', '3', '4']
const pollMs = 100
/** The maximum duration of a wait, unless the caller sets another. */
const waitMsMax = 120_000
const late = new Set(['match_started', 'market_suspended'])

type Match = readonly SentPick[]

/** A client of the league on the real server, which uses public calls only. */
export function leagueClient(server: RealServer) {
  async function call<R extends Route>(
    route: R,
    input: Sent<R>,
    token = '',
  ): Promise<{ status: number; body: Answer<R> }> {
    const { url, rest } = address(route, input as Record<string, unknown>)
    const reply = await fetch(new URL(url, server.url()), {
      method: route.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(route.method === 'POST' && { body: JSON.stringify(rest) }),
    })
    return { status: reply.status, body: (await reply.json()) as Answer<R> }
  }

  const matches = new Map<string, Promise<readonly Match[]>>()

  /** The matches of a round, each with a pick on every outcome on offer. They never change. */
  function matchesOf(competition_id: string, round_id: string): Promise<readonly Match[]> {
    const existing = matches.get(round_id)
    if (existing) return existing
    const reading = call(leagueReads.matches, { competition_id, round_id }).then(({ body }) =>
      body.data.map(({ match_id, odds }) =>
        odds.flatMap(({ sub_type_id, odds: outcomes }) =>
          outcomes.flatMap(({ odd_key, odd_value }) =>
            odd_value === null ? [] : [{ match_id, sub_type_id, odd_key, odd_value }],
          ),
        ),
      ),
    )
    matches.set(round_id, reading)
    return reading
  }

  /** At most `count` picks on different matches of the rounds that are open now. */
  async function randomPicks(count: number): Promise<SentPick[]> {
    const picks = new Map<string, SentPick>()
    for (let n = 0; n < count; n++) {
      const competition_id = oneOf(competitionIds)
      const { data } = (await call(leagueReads.periods, { competition_id })).body
      const open = data.filter(({ state }) => state === 'open')
      if (open.length === 0) continue
      const match = oneOf(await matchesOf(competition_id, oneOf(open).round_id))
      // The likely outcomes, so that some long slips win.
      const likely = match.toSorted((a, b) => Number(a.odd_value) - Number(b.odd_value)).slice(0, 20)
      const pick = oneOf(likely)
      picks.set(String(pick.match_id), pick)
    }
    return [...picks.values()]
  }

  return { call, matchesOf, randomPicks }
}

const oneOf = <T>(list: readonly T[]): T => {
  const item = list[Math.floor(Math.random() * list.length)]
  if (item === undefined) throw new Error('the list is empty')
  return item
}

export type Season = {
  readonly server: RealServer
  readonly bettors: number
  /** The maximum pause of a bettor between two bets. */
  readonly thinksMs: number
  /** Whether the bettors stop. */
  readonly isOver: () => Promise<boolean>
  /** The maximum time until then. */
  readonly overMsMax: number
}

/**
 * Lets bettors bet on the league of a running server until `isOver`, then waits until their bets are settled. Returns all their bets,
 * the number of each answer, and the published results of their matches.
 */
export async function playSeason({ server, bettors: count, thinksMs, isOver, overMsMax }: Season) {
  const client = leagueClient(server)
  const house = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  const bettors = await seedBettors(server.db, { count, cents: 100_000_00n, house: house.rows[0]?.id ?? 0n })
  const answers = new Map<string, number>()
  let over = false

  async function bet({ token }: SeededBettor): Promise<void> {
    while (!over) {
      const picks = await client.randomPicks(1 + Math.floor(Math.random() * 4))
      if (picks.length > 0) {
        const slip = { id: randomUUID(), stake: '20.50', slip: picks }
        const { status, body } = await client.call(leagueBets.bet, slip, token)
        const answer = status === 201 ? 'placed' : String((body as Record<string, unknown>)['code'])
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
      await wait(Math.random() * thinksMs)
    }
  }

  const betting = Promise.all(bettors.map(bet))
  const ending = until(isOver, 'the season is over', overMsMax).finally(() => (over = true))
  await Promise.all([betting, ending])
  await until(async () => {
    const rows = await queryRows<{ open: number }>(server.db)`
      select count(*)::int as open from league.leg where state = 'open'`
    return rows[0]?.open === 0
  }, 'all bets are settled')
  const bets = (await Promise.all(bettors.map((bettor) => betsOf(client, bettor)))).flat()
  return { bets, answers, results: await resultsOf(client, server, bets) }
}

/** The refusals other than those of a late bet; each of them is a fault. */
export const onlyLate = (answers: ReadonlyMap<string, number>): string[] =>
  [...answers.keys()].filter((answer) => answer !== 'placed' && !late.has(answer))

/** All league bets of a bettor. */
export async function betsOf(client: ReturnType<typeof leagueClient>, { token }: SeededBettor): Promise<Bet[]> {
  const bets: Bet[] = []
  for (let page = 1; ; page++) {
    const { body } = await client.call(betting.bets, { product: 'league', page, limit: 100 }, token)
    bets.push(...body.data)
    if (page * 100 >= body.meta.total) return bets
  }
}

/** The results of the matches of these bets' rounds, read by the public call. */
export async function resultsOf(
  client: ReturnType<typeof leagueClient>,
  server: RealServer,
  bets: readonly Bet[],
): Promise<ReferenceResults> {
  const ids = [...new Set(bets.flatMap(({ legs }) => legs.map(({ match_id }) => Number(match_id))))]
  const rows = await queryRows<{ round_id: string }>(server.db)`
    select distinct r.round_id from league.match m join league.round r using (season_id, round_number)
    where m.match_id = any(${ids}::int[])`
  const results = new Map<number, ReturnType<typeof matchOfGoals>>()
  for (const { round_id } of rows) {
    const { data } = (await client.call(leagueReads.round, { round_id })).body
    for (const { match_id, goals } of data.matches) if (goals) results.set(Number(match_id), matchOfGoals(goals))
  }
  return results
}

/** Waits until `is` returns true. Throws an error that names `what` after `msMax` milliseconds. */
export async function until(is: () => Promise<boolean>, what: string, msMax = waitMsMax): Promise<void> {
  const endsMs = monotonicMs() + msMax
  while (!(await is())) {
    if (monotonicMs() > endsMs) throw new Error(`timed out waiting until ${what}`)
    await wait(pollMs)
  }
}

/** The checks of the ledger and of the bets that fail. */
export async function brokenBooks(server: RealServer) {
  const checks = [...(await verifyLedger(server.db)), ...(await verifyTickets(server.db, [leagueLegSummary]))]
  return checks.filter(({ broken }) => broken > 0)
}

/** The number of league legs whose bet was placed after their round was locked. */
export async function placedLate(server: RealServer): Promise<number> {
  const rows = await queryRows<{ late: number }>(server.db)`
    select count(*)::int as late from league.leg l join betting.bet b using (bet_id) join platform.round p on p.id = l.round
    where b.placed_at >= p.locks_at or b.placed_at >= p.locked_at`
  return rows[0]?.late ?? 0
}
