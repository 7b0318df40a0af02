import { sql, type RawBuilder } from 'kysely'

/**
 * What won crash bets are worth on a leaderboard since a time: a query of (bettor, cents, at), a row a bet. Of a stake at most 100.00
 * counts, times the multiplier less one.
 */
export const crashWins = (since: RawBuilder<unknown>) => sql`
  select bettor, least(stake, 10000) * (cashed_out_at - 100) / 100 as cents, decided_at as at
  from games.crash_bet where state = 'won' and decided_at >= ${since}`
