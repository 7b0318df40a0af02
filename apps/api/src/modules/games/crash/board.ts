import { sql, type RawBuilder } from 'kysely'

/** What a decided crash bet returned. */
const returned = sql`case b.state when 'won' then b.stake * b.cashed_out_at / 100 else 0 end`

/**
 * The leaderboard value of the flights that bettors won since a time: a query of (bettor, cents, at), one row for both bets on a flight. The
 * value is what they returned together less their stakes, scaled down to stakes of 100.00. A flight counts when both are decided.
 */
export const crashWins = (since: RawBuilder<unknown>) => sql`
  select bettor, least(staked, 10000) * (paid - staked) / staked as cents, at from (
    select b.bettor, sum(b.stake)::bigint as staked, sum(${returned})::bigint as paid, max(b.decided_at) as at
    from (select distinct round, bettor from games.crash_bet where state = 'won' and decided_at >= ${since}) w
      join games.crash_bet b on b.round = w.round and b.bettor = w.bettor and b.state <> 'void'
    group by b.round, b.bettor having bool_and(b.state <> 'open')) flight
  where paid > staked`

/** What the bettors of the flights that were settled from one time until another lost together: a query of (lost), below zero if they won. */
export const crashLosses = (since: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
  select coalesce(sum(b.stake - ${returned}), 0) as lost
  from games.crash_round r join games.crash_bet b on b.round = r.round and b.state in ('won', 'lost')
  where r.settled_at >= ${since} and r.settled_at < ${until}`
