import { combinationId, combinationParts } from '@nare/bets/markets/combination'
import { display, lineOf, market, marketTitle } from '@nare/bets/markets/markets'
import type { LegState } from '@nare/bets/result'
import { ucn } from '@nare/bets/ucn'
import type { BetView } from '@nare/contract/betting'
import { formatPrice, price } from '@nare/money/money'
import type { Catalog, CurrentResult, LegFacts } from '#modules/catalog/catalog'
import type { LegProgress, TicketDetail, TicketDetails } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { legsOf, type LegRow, type ReadLegs } from './leg-store.ts'
import { statesOfParts } from './settling/settle.ts'

/** The facts of matches by match id. */
export type Facts = ReadonlyMap<number, LegFacts>

/** Reads the details of tickets whose legs are picks on matches; by default the legs are rows of `betting.leg`. */
export function matchTickets(
  catalog: Pick<Catalog, 'legFacts'> & Partial<Pick<Catalog, 'resultsOf' | 'resultsSoFar'>>,
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

  /** By what the parts of combinations are judged: the results of decided ones, and what the matches of open ones have decided so far. */
  async function resultsOfCombinations(on: Db | Tx, legs: readonly LegRow[]): Promise<Results> {
    const combinations = legs.filter(({ market_id: id }) => id === combinationId)
    const matchesOf = (isOpen: boolean): number[] => [
      ...new Set(combinations.filter(({ state }) => (state === 'open') === isOpen).map((leg) => leg.match_id)),
    ]
    const [open, decided] = [matchesOf(true), matchesOf(false)]
    return {
      open: open.length > 0 ? await catalog.resultsSoFar?.(on, open) : undefined,
      decided: decided.length > 0 ? await catalog.resultsOf?.(on, decided) : undefined,
    }
  }

  return {
    async read(on, betIds, { asPlaced }) {
      const { legs, facts } = await legsWithFacts(on, betIds)
      const results = asPlaced ? undefined : await resultsOfCombinations(on, [...legs.values()].flat())
      return new Map([...legs].map(([betId, rows]) => [betId, detailOf(rows, facts, { asPlaced, results })]))
    },
    async legProgress(on, betIds) {
      const { legs, facts } = await legsWithFacts(on, betIds)
      return new Map([...legs].map(([betId, rows]) => [betId, rows.map((row, n) => progressOf(row, n, facts))]))
    },
    proof,
    picksText: (bet) => bet.legs.map(legText).join('; '),
  }
}

type ResultOfParts = Pick<CurrentResult, 'kind' | 'result' | 'voids'>
type Results = Readonly<Record<'open' | 'decided', ReadonlyMap<number, ResultOfParts> | undefined>>

/** The legs of one ticket in the contract's shape; with `asPlaced` all of them are open. `results` judge the parts of combinations. */
export function detailOf(
  rows: readonly LegRow[],
  facts: Facts,
  { asPlaced, results }: { asPlaced: boolean; results?: Results | undefined },
): TicketDetail {
  return { legs: rows.map((leg) => legView(asPlaced ? { ...leg, state: 'open' } : leg, facts, results)) }
}

type LegView = BetView['legs'][number]

function legView(leg: LegRow, facts: Facts, results: Results | undefined): LegView {
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
    ...(leg.market_id === combinationId && {
      parts: partsOf(leg, results?.[leg.state === 'open' ? 'open' : 'decided']?.get(leg.match_id)),
    }),
  }
}

/** The parts of a combination, each with what the match has decided of it; of one that is void whatever its parts are, they are void. */
function partsOf(leg: LegRow, result: ResultOfParts | undefined): NonNullable<LegView['parts']> {
  const selection = { marketId: leg.market_id, oddKey: leg.odd_key }
  const states = result && statesOfParts(selection, result)
  const isVoidWhole = leg.state === 'void' && !states?.includes('void')
  const stateOf = (n: number): LegState => (isVoidWhole ? 'void' : (states?.[n] ?? leg.state))
  return (combinationParts(leg.odd_key) ?? []).map(({ market: { id, name }, outcome: { key, display: label } }, n) => ({
    ...{ sub_type_id: id, odd_key: key, market: name, display: label, state: stateOf(n) },
  }))
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

function legText(leg: LegView): string {
  const match = `${leg.home_team} v ${leg.away_team}, ${leg.competition_name}, ${leg.start_time}, #${leg.game_id}`
  const result = leg.result === null ? '' : ` (${leg.result})`
  return `${match}, ${leg.market}: ${leg.display} at ${leg.odd_value}, ${leg.state}${result}`
}
