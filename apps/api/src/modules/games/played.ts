import type { GameName } from '@nare/games/games'
import { gameNames } from '@nare/games/games'
import { queryRows, type Db } from '#platform/db'

export type PlayedGame = { readonly game: GameName | 'crash'; readonly at: Date }
export type WonRound = PlayedGame & { readonly betId: bigint }

/** Among the rounds placed last, so many are read for those that won. */
const roundsRead = 300

/**
 * The last rounds of the own games that paid more than was staked, and the last bets on crash that won: at most `most` of each, with the
 * time of the win. A round that was placed long before it won may be missing.
 */
export function lastWonRounds(db: Db, most: number): Promise<WonRound[]> {
  return queryRows<WonRound>(db)`
    (select bet_id as "betId", game, settled_at as at
      from (select * from games.round order by bet_id desc limit ${roundsRead}::int) last
      where state = 'done' and payout > staked order by settled_at desc limit ${most}::int)
    union all
    (select bet_id, 'crash', decided_at from games.crash_bet where state = 'won' order by decided_at desc limit ${most}::int)`
}

/** The own games that a bettor has played, each with the time of the bettor's last bet on it; a void bet does not count. */
export function gamesPlayed(db: Db, bettor: bigint): Promise<PlayedGame[]> {
  return queryRows<PlayedGame>(db)`
    select g.game, last.at from unnest(${gameNames}::text[]) g(game) cross join lateral (
      select placed_at as at from games.round r where r.bettor_id = ${bettor}::bigint and r.game = g.game
      order by placed_at desc limit 1) last
    union all
    (select 'crash', placed_at from games.crash_bet where bettor = ${bettor}::bigint and state <> 'void'
      order by bet_id desc limit 1)`
}
