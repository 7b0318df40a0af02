import { sql, type RawBuilder } from 'kysely'
import { visibleText } from '@nare/contract/shapes'
import { picksOf } from '#modules/betting/betting'
import { matchPlaces } from '#modules/catalog/catalog'
import { leaguePicksOf } from '#modules/league/league'
import { ticketTypes } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { maskNumbers } from '#platform/mask-numbers'

/** Where a ticket stands in the figures. */
export type Place = {
  readonly product: string
  readonly sport: string
  readonly competition: string
  readonly market: string
  readonly source: string
}

/** Beside ids: a ticket of several picks, a pick whose leg or match is not kept any more, a bettor without a source, a bet that was not placed. */
export const several = 'multi'
export const unknown = 'unknown'
export const noSource = 'none'
export const notPlaced = 'not_placed'

/** The place of a transfer that is about no placed ticket. */
export const placeWithout = (product: string): Place => ({
  ...{ product, sport: notPlaced, competition: notPlaced, market: notPlaced, source: noSource },
})

/** A query of the accounts with their source: rows (bettor, utm_source, …). */
export type AccountSources = () => RawBuilder<unknown>

/** The places of those of these tickets that are placed, by id. A ticket keeps its place: its picks and the source of its bettor never change. */
export async function placesOf(
  tx: Tx,
  { betIds, accountSources }: { betIds: readonly bigint[]; accountSources: AccountSources },
): Promise<Map<bigint, Place>> {
  if (betIds.length === 0) return new Map()
  const { rows } = await sql<Place & { betId: bigint }>`
    with ticket as materialized (${ticketTypes(betIds)}),
    pick as (
      select p.bet_id, m.sport_id as sport, m.competition_id as competition, p.market_id as market
      from (${picksOf(betIds)}) p left join (${matchPlaces}) m on m.match_id = p.match_id
      union all
      select bet_id, 'league', 'league-' || competition_id, 'league-' || market_id from (${leaguePicksOf(betIds)}) l),
    placed as (
      select t.bet_id, t.bettor_id, t.product, case
          when t.product not in ('sports', 'league') then array[t.product, t.product, t.product]
          when t.type <> 'single' then array[${several}, ${several}, ${several}]
          else array[coalesce(p.sport, ${unknown}), coalesce(p.competition, ${unknown}), coalesce(p.market, ${unknown})] end as parts
      from ticket t left join pick p on p.bet_id = t.bet_id and t.type = 'single')
    select p.bet_id as "betId", p.product, p.parts[1] as sport, p.parts[2] as competition, p.parts[3] as market,
      coalesce(s.utm_source, '') as source
    from placed p left join (${accountSources()}) s on s.bettor = p.bettor_id`.execute(tx)
  return new Map(rows.map(({ betId, source, ...place }) => [betId, { ...place, source: sourceIn(source) }]))
}

const sourceMax = 60

/** A source as figures have it. Whoever signs up may write anything there, and who reads figures must not find a phone number. */
const sourceIn = (given: string): string => maskNumbers(visibleText(given)).trim().slice(0, sourceMax) || noSource

const keyOf = ({ product, sport, competition, market, source }: Place): string =>
  JSON.stringify([product, sport, competition, market, source])

/** The ids of these places, which are stored when they are new. */
export async function placeIds(tx: Tx, places: readonly Place[]): Promise<(place: Place) => number> {
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()]
  const column = (name: keyof Place) => sql`${distinct.map((place) => place[name])}::text[]`
  const given = sql`
    unnest(${column('product')}, ${column('sport')}, ${column('competition')}, ${column('market')}, ${column('source')})
      g (product, sport, competition, market, source)`
  const read = async () => {
    const { rows } = await sql<Place & { id: number }>`
      select p.place_id as id, g.* from ${given}
        join report.place p using (product, sport, competition, market, source)`.execute(tx)
    return new Map(rows.map(({ id, ...place }) => [keyOf(place), id]))
  }
  let ids = distinct.length > 0 ? await read() : new Map<string, number>()
  if (ids.size < distinct.length) {
    await sql`
      insert into report.place (product, sport, competition, market, source) select g.* from ${given} on conflict do nothing`.execute(
      tx,
    )
    ids = await read()
  }
  return (place) => {
    const id = ids.get(keyOf(place))
    if (id === undefined) throw new Error(`the place ${keyOf(place)} was not stored`)
    return id
  }
}
