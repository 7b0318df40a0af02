import { sql, type RawBuilder } from 'kysely'
import { legsIn, type NewBet, type RiskLegs } from '#modules/betting/betting'
import type { LegSummary } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'

/** Writes the legs of new bets in one statement, which looks up the round of each match. */
export async function insertLegs(tx: Tx, bets: readonly NewBet[]): Promise<void> {
  const legs = bets.flatMap((bet) => bet.legs.map((leg, n) => ({ ...leg, betId: bet.betId, bettor: bet.bettor, n })))
  await sql`
    insert into league.leg (bet_id, bettor_id, n, round, match_id, market_id, odd_key, price, start_time)
    select l.bet_id, l.bettor_id, l.n, (
        select p.id from league.match m join league.round r using (season_id, round_number) join platform.round p using (round_id)
        where m.match_id = l.match_id),
      l.match_id, l.market_id, l.odd_key, l.price, l.start_time
    from unnest(
      ${legs.map((l) => l.betId)}::bigint[], ${legs.map((l) => l.bettor)}::bigint[], ${legs.map((l) => l.n)}::smallint[], ${legs.map((l) => l.matchId)}::int[],
      ${legs.map((l) => l.marketId)}::text[], ${legs.map((l) => l.oddKey)}::text[], ${legs.map((l) => l.price)}::bigint[],
      ${legs.map((l) => l.startTime)}::timestamptz[]) as l (bet_id, bettor_id, n, match_id, market_id, odd_key, price, start_time)`.execute(
    tx,
  )
}

/** The legs of league bets, by bet id, in the order of the slip. */
export const leagueLegsOf = legsIn('league.leg')

/** The league tickets with a leg on a match, as rows (bet_id). */
export const leagueTicketsOnMatch = (matchId: number) =>
  sql`select bet_id from league.leg where match_id = ${matchId}::int`

/** For the figures of the house: the picks of a ticket, as rows (competition_id, market_id). */
export const leaguePicksOf = (betId: RawBuilder<unknown>) => sql`
  select s.competition_id, l.market_id
  from league.leg l join league.match m on m.match_id = l.match_id join league.season s on s.season_id = m.season_id
  where l.bet_id = ${betId}`

/** The query of league legs for the verification of all bets. */
export const leagueLegSummary: LegSummary = (low, high) => sql`
  select bet_id, count(*) as legs, bool_or(state = 'lost') as lost from league.leg
  where bet_id >= ${low} and bet_id <= ${high} group by bet_id`

/** The legs of league bets, for what bets on one match have at risk together. A league bet is never placed in play. */
export const leagueRiskLegs: RiskLegs = sql`(
  select bet_id, bettor_id, n, match_id, market_id, odd_key, price, null::smallint as home_at_bet, null::smallint as away_at_bet from league.leg)`
