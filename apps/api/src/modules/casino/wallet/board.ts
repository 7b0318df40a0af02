import { sql, type RawBuilder } from 'kysely'

/** SmartSoft's crash rounds (by the lobby's catalogue) with what was staked and won in each; rolled back transactions do not count. */
const crashRounds = sql`casino.round r cross join lateral (
    select coalesce(sum(x.amount) filter (where x.kind = 'debit'), 0) as staked,
      coalesce(sum(x.amount) filter (where x.kind <> 'debit'), 0) as won
    from casino.provider_tx x
    where x.provider = r.provider and x.round_id = r.round_id and x.bettor_id = r.bettor_id and not x.rolled_back
      and x.kind in ('debit', 'credit', 'adjust')) t`
const isCrash = sql`r.provider = 'smartsoft'
  and exists (select from casino.lobby_game g where lower(g.game_id) = lower(r.game_id) and g.category_id = 'crash')`

/**
 * The leaderboard value of closed rounds of SmartSoft's crash games since a time: a query of (bettor, cents, at), one row for each round
 * that returned more than its stakes. The value is what all its bets returned less their stakes, scaled down to stakes of 100.00.
 */
export const casinoCrashWins = (since: RawBuilder<unknown>) => sql`
  select r.bettor_id as bettor, floor(least(t.staked, 10000) * (t.won - t.staked) / t.staked)::bigint as cents, r.closed_at as at
  from ${crashRounds} where ${isCrash} and r.closed_at >= ${since} and t.staked > 0 and t.won > t.staked`

/** What the bettors of these rounds lost together from one time until another: a query of (lost), below zero if they won. */
export const casinoCrashLosses = (since: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
  select coalesce(sum(t.staked - t.won), 0) as lost
  from ${crashRounds} where ${isCrash} and r.closed_at >= ${since} and r.closed_at < ${until}`
