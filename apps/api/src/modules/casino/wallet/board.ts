import { sql, type RawBuilder } from 'kysely'

/**
 * What the closed rounds of SmartSoft's crash games are worth on a leaderboard since a time: a query of (bettor, cents, at), a row for each
 * round that returned more than was staked; what was rolled back counts for neither. Of the stakes at most 100.00 count, times the multiplier less one.
 */
export const casinoCrashWins = (since: RawBuilder<unknown>) => sql`
  select r.bettor_id as bettor, floor(least(t.staked, 10000) * (t.won - t.staked) / nullif(t.staked, 0))::bigint as cents, r.closed_at as at
  from casino.round r cross join lateral (
    select sum(x.amount) filter (where x.kind = 'debit' and not x.rolled_back) as staked,
      sum(x.amount) filter (where x.kind in ('credit', 'adjust') and not x.rolled_back) as won
    from casino.provider_tx x where x.provider = r.provider and x.round_id = r.round_id and x.bettor_id = r.bettor_id) t
  where r.provider = 'smartsoft' and r.closed_at >= ${since} and t.staked > 0 and t.won > t.staked`
