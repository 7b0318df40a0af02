import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fantasy as calls, type FantasyPlayer, type FantasyWeekDetails } from '@nare/contract/fantasy'
import { sandbox } from '@nare/contract/sandbox'
import { openDb, queryRows } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp } from '#testing/app'

const clubs =
  'Ankara Rovers,Bahari Town,Chui City,Duma United,Embe Athletic,Fisi Wanderers,Gari Stars,Huru FC,Iva County,Jua Rangers'

/** The server with a league of ten clubs, whose next round is a fantasy week. */
export async function fantasyWorld(env: Record<string, string> = {}) {
  const nare = await testApp(env)
  const { app } = nare
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db

  /** The league of the newest week is the biggest. */
  let rank = 1000

  /** Makes a round of the league in so many hours; returns its match ids. */
  async function round({ hours = 2, league = 'Test League' } = {}): Promise<string[]> {
    const names = clubs.split(',')
    const ids: string[] = []
    for (let n = 0; n < 5; n++)
      ids.push(
        await nare.match({
          competition_name: league,
          home_team: names[2 * n] ?? '',
          away_team: names[2 * n + 1] ?? '',
          start_time: new Date(app.clock.now() + hours * 3_600_000 + n * 60_000).toISOString(),
        }),
      )
    return ids
  }

  async function weekOf(weekId: string, token?: string): Promise<FantasyWeekDetails> {
    const { body } = await nare.call(calls.week, { week_id: weekId }, token)
    return body.data
  }

  return {
    nare,
    app,
    /** The database's owner, who may do what the server may not. */
    owner,
    round,
    weekOf,

    /** An open week on a new round, with its matches. */
    async week(changes: Parameters<typeof round>[0] = {}) {
      const matches = await round(changes)
      await sql`update catalog.competition set rank = ${--rank} where name = ${changes.league ?? 'Test League'}`.execute(
        owner,
      )
      await app.fantasy.makeWeeks()
      const rows = await queryRows<{ id: string }>(owner)`
        select w.week_id as id from fantasy.week w join fantasy.week_match m using (week_no)
        where m.match_id = ${Number(matches[0])}`
      return { weekId: rows[0]?.id ?? '', matches }
    },

    save: (weekId: string, team: TeamInput, token: string, id: string = randomUUID()) =>
      nare.call(calls.saveTeam, { week_id: weekId, id, ...team }, token),

    result: (matchId: string, full_time: string, certainty: 1 | 2 = 2) =>
      nare.call(sandbox.resultMatch, { match_id: matchId, full_time, certainty }),

    async advance(seconds: number): Promise<void> {
      await app.clock.advance(seconds)
      await app.fantasy.advanceAll()
    },

    async close(): Promise<void> {
      await owner.destroy()
      await nare.close()
    },
  }
}

export type FantasyWorld = Awaited<ReturnType<typeof fantasyWorld>>
export type TeamInput = { players: string[]; captain: string; bench: string[] }

/** A team that keeps all rules: 1-4-4-2 of the cheapest, from `skip` on, at most three of a club. */
export function someTeam(players: readonly FantasyPlayer[], skip = 0): TeamInput {
  const counts = new Map<string, number>()
  const used = new Set<string>()
  const take = (position: string, count: number): string[] => {
    const taken: string[] = []
    const order = players.filter((player) => player.position === position).toSorted((a, b) => a.price - b.price)
    for (const { player_id, club } of [...order.slice(skip), ...order.slice(0, skip)]) {
      if (taken.length === count) break
      if (used.has(player_id) || (counts.get(club) ?? 0) === 3) continue
      counts.set(club, (counts.get(club) ?? 0) + 1)
      used.add(player_id)
      taken.push(player_id)
    }
    return taken
  }
  const eleven = [...take('GK', 1), ...take('DF', 4), ...take('MF', 4), ...take('FW', 2)]
  return {
    players: eleven,
    captain: eleven[9] ?? '',
    bench: [...take('GK', 1), ...take('DF', 1), ...take('MF', 1), ...take('FW', 1)],
  }
}
