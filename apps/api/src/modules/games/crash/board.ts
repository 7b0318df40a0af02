import { sql, type RawBuilder } from 'kysely'

/**
 * The leaderboard value of crash bets won since a time: a query of (bettor, cents, at), one row per bet. The value is the stake, at most
 * 100.00, times (multiplier - 1).
 */
export const crashWins = (since: RawBuilder<unknown>) => sql`
  select bettor, least(stake, 10000) * (cashed_out_at - 100) / 100 as cents, decided_at as at
  from games.crash_bet where state = 'won' and decided_at >= ${since}`
