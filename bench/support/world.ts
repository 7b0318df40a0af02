import { seedBettors, type SeededBettor } from '@nare/api/testing/seed'
import { sql } from 'kysely'
import type { BenchServer } from './server.ts'

export type Priced = { matchId: number; prices: Record<string, string> }

/** Creates matches through the sandbox's feed, with the prices of their main market. */
export async function makeMatches(server: BenchServer, count: number): Promise<Priced[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const reply = await fetch(new URL('/sandbox/feed/matches', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        sport_id: '79',
        competition_name: 'Bench League',
        home_team: `Home ${n}`,
        away_team: `Away ${n}`,
        start_time: new Date(Date.now() + 86_400_000).toISOString(),
        home_odd: '2.10',
        neutral_odd: '3.40',
        away_odd: '3.60',
        over: '1.90',
        under: '1.90',
      }),
    })
    const body = (await reply.json()) as { match_id?: string }
    if (!body.match_id) throw new Error(`no match was created: ${JSON.stringify(body)}`)
    ids.push(body.match_id)
  }
  return ids.map((id) => ({ matchId: Number(id), prices: { home_team: '2.10', draw: '3.40', away_team: '3.60' } }))
}

/** Creates verified bettors, each with a session and KSh 1,000,000. */
export async function makeBettors(server: BenchServer, count: number): Promise<SeededBettor[]> {
  const { rows } = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(
    server.db,
  )
  const bettors: SeededBettor[] = []
  await sql`set role none`.execute(server.db)
  for (let at = 0; at < count; at += 5000) {
    bettors.push(
      ...(await seedBettors(server.db, {
        count: Math.min(5000, count - at),
        cents: 100_000_000n,
        house: rows[0]?.id ?? 0n,
      })),
    )
  }
  return bettors
}
