import { display, lineOf, market, marketTitle } from '@nare/bets/markets'
import { ucn } from '@nare/bets/ucn'
import type { BetView } from '@nare/contract/betting'
import { formatPrice, price } from '@nare/money/money'
import type { Catalog, LegFacts } from '#modules/catalog/catalog'
import type { LegProgress, TicketDetail, TicketDetails } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { legsOf, type LegRow, type ReadLegs } from './leg-store.ts'

/** The facts of matches by match id. */
export type Facts = ReadonlyMap<number, LegFacts>

/** Reads the details of tickets whose legs are picks on matches; by default the legs are rows of `betting.leg`. */
export function matchTickets(
  catalog: Pick<Catalog, 'legFacts'>,
  proof: TicketDetails['proof'] = async () => undefined,
  readLegs: ReadLegs = legsOf,
): TicketDetails {
  async function legsWithFacts(
    on: Db | Tx,
    betIds: readonly bigint[],
  ): Promise<{ legs: Map<bigint, LegRow[]>; facts: Facts }> {
    const legs = await readLegs(on, betIds)
    const matchIds = new Set([...legs.values()].flat().map((leg) => leg.match_id))
    return { legs, facts: await catalog.legFacts(on, [...matchIds]) }
  }

  return {
    async read(on, betIds, { asPlaced }) {
      const { legs, facts } = await legsWithFacts(on, betIds)
      return new Map([...legs].map(([betId, rows]) => [betId, detailOf(rows, facts, { asPlaced })]))
    },
    async legProgress(on, betIds) {
      const { legs, facts } = await legsWithFacts(on, betIds)
      return new Map([...legs].map(([betId, rows]) => [betId, rows.map((row, n) => progressOf(row, n, facts))]))
    },
    proof,
    picksText: (bet) => bet.legs.map(legText).join('; '),
  }
}

/** The legs of one ticket in the contract's shape; with `asPlaced` all of them are open. */
export function detailOf(rows: readonly LegRow[], facts: Facts, { asPlaced }: { asPlaced: boolean }): TicketDetail {
  return { legs: rows.map((leg) => legView(asPlaced ? { ...leg, state: 'open' } : leg, facts)) }
}

function legView(leg: LegRow, facts: Facts): BetView['legs'][number] {
  const match = facts.get(leg.match_id)
  const line = lineOf(leg.market_id, leg.odd_key) ?? ''
  const kind = market(leg.market_id)
  return {
    ucn: ucn(String(leg.match_id), leg.market_id, leg.odd_key),
    match_id: String(leg.match_id),
    sub_type_id: leg.market_id,
    odd_key: leg.odd_key,
    odd_value: formatPrice(price(BigInt(leg.price))),
    home_team: match?.home_team ?? '',
    away_team: match?.away_team ?? '',
    competition_name: match?.competition_name ?? '',
    category: match?.category ?? '',
    start_time: new Date(leg.start_time).toISOString(),
    game_id: match?.game_id ?? '',
    market: kind ? marketTitle(leg.market_id, line) : leg.market_id,
    display: display(leg.market_id, leg.odd_key) ?? leg.odd_key,
    state: leg.state,
    result: leg.state === 'open' ? null : (match?.result ?? null),
  }
}

function progressOf(leg: LegRow, n: number, facts: Facts): LegProgress {
  const match = facts.get(leg.match_id)
  const live = match?.state === 'live'
  return {
    n,
    state: leg.state,
    ...(live && match.minute !== null && { minute: match.minute }),
    ...(live && match.score !== null && { score: match.score }),
  }
}

function legText(leg: BetView['legs'][number]): string {
  const match = `${leg.home_team} v ${leg.away_team}, ${leg.competition_name}, ${leg.start_time}, #${leg.game_id}`
  const result = leg.result === null ? '' : ` (${leg.result})`
  return `${match}, ${leg.market}: ${leg.display} at ${leg.odd_value}, ${leg.state}${result}`
}
