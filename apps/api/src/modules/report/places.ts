import { sql, type RawBuilder } from 'kysely'
import { picksOf } from '#modules/betting/betting'
import { matchPlaces } from '#modules/catalog/catalog'
import { leaguePicksOf } from '#modules/league/league'
import { ticketType } from '#modules/tickets/tickets'

/** Beside ids: a ticket of several picks, a pick whose leg or match is not kept any more, a bettor without a source, a bet that was not placed. */
export const several = 'multi'
export const unknown = 'unknown'
export const noSource = 'none'
export const notPlaced = 'not_placed'

/** A query of the accounts with their source: rows (bettor, utm_source, …). */
export type AccountSources = () => RawBuilder<unknown>

/**
 * Where a ticket stands in the figures, as a row (bettor_id, product, sport, competition, market, source); no row if it is not placed. A ticket keeps its
 * place: its picks and the source of its bettor never change. `offset 0`: each ticket is read by its key, whatever the statistics say about so many.
 */
export const placeOf = (betId: RawBuilder<unknown>, accountSources: AccountSources): RawBuilder<unknown> => sql`
  select t.bettor_id, t.product, coalesce(p.sport, ${whole}) as sport, coalesce(p.competition, ${whole}) as competition,
    coalesce(p.market, ${whole}) as market, ${sourceIn} as source
  from (${ticketType(betId)}) t
    left join lateral (
      select m.sport_id as sport, m.competition_id as competition, p.market_id as market
      from (${picksOf(betId)}) p left join (${matchPlaces}) m on m.match_id = p.match_id
      where t.type = 'single' and t.product = 'sports'
      union all
      select 'league', 'league-' || competition_id, 'league-' || market_id from (${leaguePicksOf(betId)}) l
      where t.type = 'single' and t.product = 'league') p on true
    left join lateral (select utm_source from (${accountSources()}) a where a.bettor = t.bettor_id) s on true
  offset 0`

const sourceMax = 60
const [unseen, number] = [
  String.raw`[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]`,
  '[0-9][0-9 ./()-]{5,}[0-9]',
]

/** A source as figures have it. Whoever signs up may write anything there, and who reads figures must not find a phone number. */
const sourceIn = sql`
  coalesce(nullif(left(trim(regexp_replace(regexp_replace(s.utm_source, ${unseen}, '', 'g'), ${number}, '***', 'g')), ${sourceMax}::int), ''), ${noSource})`

/** What stands for sport, competition and market of a ticket without one pick. */
const whole = sql`
  case when t.product not in ('sports', 'league') then t.product when t.type <> 'single' then ${several} else ${unknown} end`
