import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '@nare/api/platform/db'
import type { Priced } from './world.ts'

export type Seeding = {
  readonly matches: readonly Priced[]
  readonly bettors: readonly bigint[]
  readonly bets: number
}

/** Above every id that the platform assigns during a benchmark. */
const firstBet = 5_000_000_000_000n
const results = ['2:1', '1:1', '0:2']

/** Inserts open three-leg bets with their stakes like the platform, a third on each outcome of the main market. */
export async function seedBets(db: Db, { matches, bettors, bets }: Seeding): Promise<void> {
  const run = randomUUID().slice(0, 8)
  const ids = matches.map(({ matchId }) => matchId)
  const third = Math.floor(matches.length / 3)
  await sql`
    with made as (
      insert into betting.bet (bet_id, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, boost_percent, boost_amount,
        rules_version, placed_at)
      select (select greatest(coalesce(max(bet_id), 0), ${firstBet}::bigint) from betting.bet) + n, (${bettors}::bigint[])[1 + n % ${bettors.length}::int],
        gen_random_uuid(), '\\x00', 'multi', 'higher', 2000, 9260, 18522, 5, 800, (select max(version) from betting.rules), platform.now()
      from generate_series(1, ${bets}::int) n returning bet_id),
    numbered as (select bet_id, (row_number() over (order by bet_id))::int as n from made)
    insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, start_time)
    select bet_id, part, (${ids}::int[])[1 + (n * 7 + part * 13 + (n / 60) * part) % ${third}::int + part * ${third}::int],
      '1', (array['home_team', 'draw', 'away_team'])[1 + (n + part * (n / 3)) % 3], (array[2100, 3400, 3600])[1 + (n + part * (n / 3)) % 3], platform.now()
    from numbered, generate_series(0, 2) part`.execute(db)
  await sql`
    with t as (
      insert into ledger.transfer (id, hash, kind, about, at)
      select ${run} || '/' || bet_id, '\\x00', 'stake', 'bet/' || bet_id, platform.now() from betting.bet b
      where bet_id > ${firstBet}::bigint and not exists (select from ledger.transfer where about = 'bet/' || b.bet_id) returning no, about)
    insert into ledger.entry (account_id, transfer_no, amount, balance_after)
    select a.id, t.no, 2000, null from t, ledger.account a where a.name = 'house:sports'`.execute(db)
}

/** Sends the result of the n-th of these matches and waits until it is settled. Returns the duration in seconds. */
export async function settleByApi(url: URL, matches: readonly Priced[], n: number): Promise<number> {
  const started = performance.now()
  const reply = await fetch(new URL(`/sandbox/feed/matches/${matches[n]?.matchId}/result`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ half_time: '0:0', full_time: results[n % 3] }),
  })
  if (reply.status !== 200) throw new Error(`a result was refused: ${await reply.text()}`)
  return (performance.now() - started) / 1000
}
