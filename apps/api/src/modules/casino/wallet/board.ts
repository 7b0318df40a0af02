import { sql, type RawBuilder } from 'kysely'

/**
 * The leaderboard value of closed rounds of SmartSoft's crash games (by the lobby's catalogue) since a time: a query of (bettor, cents,
 * at), one row for each bet that returned more than its stake. Rolled back transactions do not count. The value is the stake, at most
 * 100.00, times (multiplier - 1). A payment names its bet; if one payment of a round does not, the whole round counts as one bet.
 */
export const casinoCrashWins = (since: RawBuilder<unknown>) => sql`
  select r.bettor_id as bettor, floor(least(t.staked, 10000) * (t.won - t.staked) / t.staked)::bigint as cents, r.closed_at as at
  from casino.round r cross join lateral (
    with moved as (
      select x.tx_id, x.kind, x.amount, x.ref_tx from casino.provider_tx x
      where x.provider = r.provider and x.round_id = r.round_id and x.bettor_id = r.bettor_id and not x.rolled_back
        and x.kind in ('debit', 'credit', 'adjust')),
    nameless as (
      select exists (select from moved w where w.kind <> 'debit' and w.amount <> 0
        and not exists (select from moved d where d.kind = 'debit' and d.tx_id = w.ref_tx)) as found)
    select sum(m.amount) filter (where m.kind = 'debit') as staked, sum(m.amount) filter (where m.kind <> 'debit') as won
    from moved m, nameless
    group by case when nameless.found then '' when m.kind = 'debit' then m.tx_id else m.ref_tx end) t
  where r.provider = 'smartsoft' and r.closed_at >= ${since} and t.staked > 0 and t.won > t.staked
    and exists (select from casino.lobby_game g where lower(g.game_id) = lower(r.game_id) and g.category_id = 'crash')`
