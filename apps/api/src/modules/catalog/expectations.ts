import { selection, type Sport } from '@nare/bets/markets/markets'
import { outcome } from '@nare/bets/grading/outcome'
import type { DecidedState, Score, Side } from '@nare/bets/result'
import { sportOf } from '@nare/bets/markets/sports'
import { price, type Price } from '@nare/money/money'
import { expectedShare, explainsWinner, presentPrice, type MatchNow, type PresentLine } from '@nare/odds/expected'
import type { Moment } from '@nare/odds/inplay'
import type { MatchModel } from '@nare/odds/match-model'
import { fairOdds, type Share } from '@nare/odds/probabilities'
import { queryRows, type Db, type Tx } from '#platform/db'
import { basisAt, readModel, simulated } from './feeds/simulated-fixtures.ts'
import type { MarketStateName, MatchStateName, Voided } from './states.ts'
import { fittedBasis } from './fitted-basis.ts'
import { modelInPlay, modelOf, readBasis, type Basis, type SoccerBasis } from './pricing.ts'
import { isHeld, stopsAbove, stopsWithin, withoutStopped, type LineStop } from './store-stops.ts'

/** A placed leg. `scoreAtBet` is set if the leg was placed in play. */
export type PlacedLeg = {
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly scoreAtBet?: Score | undefined
}

/** Why a leg has no expected result now. */
export type NoExpectation = 'settling' | 'interrupted' | 'suspended' | 'silent_feed' | 'starting' | 'no_price'

/**
 * The expected result of a leg now: the shares of its stake that win and are refunded, with its current price if it has one; the state that
 * the current score has already decided; or the reason why neither is known.
 */
export type LegExpectation =
  | { readonly kind: 'expected'; readonly share: Share; readonly present?: Price | undefined; readonly live: boolean }
  | { readonly kind: 'decided'; readonly state: DecidedState; readonly live: boolean }
  | { readonly kind: 'none'; readonly why: NoExpectation }

export type MatchRow = {
  id: number
  source: string
  source_id: string
  sport_id: string
  competition_id: string
  state: MatchStateName
  stopped: boolean
  silent: boolean
  resulted: boolean
  past: boolean
  now: Date
  start_time: Date
  minute: number | null
  home_score: number | null
  away_score: number | null
  half_home: number | null
  half_away: number | null
  goals: Side[]
  home_reds: number
  away_reds: number
  model: unknown
  voids: readonly Voided[] | null
}

export type LineRow = {
  match_id: number
  market_id: number
  line: string
  state: MarketStateName
  keys: string[]
  prices: (number | null)[]
  /** The prices of the feed, where others are set by hand. */
  fed: (number | null)[]
  by_hand: boolean
  /** The outcomes that operators have stopped. */
  stopped_keys: readonly string[]
}

/** The match winner and the totals: a model is fitted to their prices if the stored model does not explain them. */
const fitMarkets = [1, 18]
const winnerLine = '1 '

/**
 * The expected results of these legs at the current prices, in the order of the legs. Runs two statements. Lock the matches first if the
 * result must stay valid until the transaction ends.
 */
export async function expectations(on: Db | Tx, legs: readonly PlacedLeg[]): Promise<LegExpectation[]> {
  if (legs.length === 0) return []
  const [matches, lines] = await Promise.all([readMatches(on, legs), readLines(on, legs)])
  const linesOf = Map.groupBy(lines, (row) => row.match_id)
  const expectationByMatch = new Map(matches.map((row) => [row.id, expectationOn(row, linesOf.get(row.id) ?? [])]))
  return legs.map((leg) => expectationByMatch.get(leg.matchId)?.(leg) ?? none('no_price'))
}

export const none = (why: NoExpectation): LegExpectation => ({ kind: 'none', why })

export function readMatches(on: Db | Tx, legs: readonly Pick<PlacedLeg, 'matchId'>[]): Promise<MatchRow[]> {
  return queryRows<MatchRow>(on)`
    select m.id, source, source_id, sport_id, m.competition_id, m.state, m.suspended or ${isHeld} as stopped, suspended_for is not distinct from 'silent_feed' as silent, resulted, start_time <= platform.now() as past,
      platform.now() as now, start_time, minute, home_score, away_score, half_home, half_away, goals, home_reds, away_reds, model, voids
    from catalog.match m ${stopsAbove} where m.id = any(${legs.map((leg) => leg.matchId)}::int[])`
}

export async function readLines(on: Db | Tx, legs: readonly PlacedLeg[]): Promise<LineRow[]> {
  const sportLegs = legs.filter(({ marketId }) => /^\d{1,6}$/.test(marketId))
  const wanted = [
    ...sportLegs.map((leg) => ({ matchId: leg.matchId, marketId: Number(leg.marketId) })),
    ...sportLegs.flatMap(({ matchId }) => fitMarkets.map((marketId) => ({ matchId, marketId }))),
  ]
  const rows = await queryRows<LineRow & LineStop>(on)`
    select k.match_id, k.market_id, k.line, k.state, k.keys, k.prices, coalesce(k.model, k.prices) as fed, k.hand is not null as by_hand, within.stopped, within.stopped_keys
    from (select distinct * from unnest(${wanted.map((one) => one.matchId)}::int[], ${wanted.map((one) => one.marketId)}::int[])
        as w (match_id, market_id)) w
      join catalog.market k using (match_id, market_id)
      ${stopsWithin}
    where k.state <> 'closed'`
  return rows.map((row) => withoutStopped<number, LineRow & LineStop>(row, row))
}

type LinesByName = ReadonlyMap<string, LineRow>
export const byNameOf = (lines: readonly LineRow[]): LinesByName =>
  new Map(lines.map((line) => [`${line.market_id} ${line.line}`, line]))

/** What is known about a match now, from its open lines. */
export function nowOn(row: MatchRow, lines: LinesByName): Omit<MatchNow, 'model'> {
  return {
    score: scoreOf(row.home_score, row.away_score) ?? { home: 0, away: 0 },
    refunds: sportOf(row.sport_id) === 'soccer',
    present(marketId, line) {
      const found = lines.get(`${marketId} ${line}`)
      return found?.state === 'open' ? toPresentLine(found) : undefined
    },
  }
}

/**
 * The odds of these outcomes of a match without margin, by the prices of its feed, whatever is stopped, suspended or set by hand. Undefined for a
 * decided outcome, and if nothing says what they are.
 */
export async function fairOddsOf(
  on: Db | Tx,
  legs: readonly Omit<PlacedLeg, 'scoreAtBet'>[],
): Promise<(number | undefined)[]> {
  const [[row], lines] = await Promise.all([readMatches(on, legs), readLines(on, legs)])
  if (!row) return legs.map(() => undefined)
  const asFed = lines.map((line): LineRow => ({ ...line, state: 'open', prices: line.fed }))
  const now = nowOn(row, byNameOf(asFed))
  const model = modelNow(row, sportOf(row.sport_id), now)
  return legs.map((leg) => {
    const isOpen = row.state !== 'live' || outcome(leg.marketId, leg.oddKey, resultSoFar(row)) === 'open'
    const share = isOpen ? expectedShare(leg, { ...now, model }) : undefined
    return share && share.win > 0 ? fairOdds(share) : undefined
  })
}

type ExpectationOf = (leg: PlacedLeg) => LegExpectation

/**
 * Returns a function that gives the expected result of a leg on this match. Where prices are set by hand it is the lesser of what these and those of
 * the feed say: one person sets lower prices alone, and a bet would be worth more with each.
 */
function expectationOn(row: MatchRow, lines: readonly LineRow[]): ExpectationOf {
  const offered = expectationBy(row, lines)
  if (!lines.some((line) => line.by_hand)) return offered
  const fed = expectationBy(
    row,
    lines.map((line) => ({ ...line, prices: line.fed })),
  )
  return (leg) => lesser(offered(leg), fed(leg))
}

function lesser(one: LegExpectation, other: LegExpectation): LegExpectation {
  if (one.kind !== 'expected') return one
  if (other.kind !== 'expected') return other
  const share = {
    win: Math.min(one.share.win, other.share.win),
    refund: Math.min(one.share.refund, other.share.refund),
  }
  const higher = (one.present ?? 0n) > (other.present ?? 0n) ? one : other
  return { ...one, share, present: higher.present }
}

/** The expected results of legs on a match by the prices of these lines. The model is built once, on first use. */
function expectationBy(row: MatchRow, lines: readonly LineRow[]): ExpectationOf {
  const sport = sportOf(row.sport_id)
  const live = row.state === 'live'
  const byName = byNameOf(lines)
  const now = nowOn(row, byName)
  let cachedModel: { readonly model: MatchModel | undefined } | undefined
  const model = (): MatchModel | undefined => (cachedModel ??= { model: modelNow(row, sport, now) }).model

  return (leg) => {
    const closed = closedReason(row)
    if (closed) return none(closed)
    const at = leg.scoreAtBet ? { scoreAtBet: leg.scoreAtBet } : {}
    const decided = live ? outcome(leg.marketId, leg.oddKey, resultSoFar(row), at) : 'open'
    if (decided !== 'open') return { kind: 'decided', state: decided, live }
    const line = selection(leg.marketId, leg.oddKey)?.line
    // A leg whose line is not on offer is valued by the winner's prices, which do not count while they are suspended.
    const valuedBy = byName.get(`${leg.marketId} ${line}`) ?? byName.get(winnerLine)
    if (valuedBy?.state === 'suspended' || valuedBy?.stopped_keys.includes(leg.oddKey)) return none('suspended')
    const bet = { marketId: leg.marketId, oddKey: leg.oddKey, ...at }
    const share = expectedShare(bet, { ...now, model: model() })
    return share ? { kind: 'expected', share, present: presentPrice(bet, now), live } : none('no_price')
  }
}

export function closedReason({ state, stopped, silent, resulted, past }: MatchRow): NoExpectation | undefined {
  if (resulted || state === 'ended') return 'settling'
  if (state !== 'not_started' && state !== 'live') return 'interrupted'
  if (stopped) return silent ? 'silent_feed' : 'suspended'
  return state === 'not_started' && past ? 'starting' : undefined
}

export function resultSoFar(row: MatchRow) {
  const fullTime = scoreOf(row.home_score, row.away_score)
  const halfTime = scoreOf(row.half_home, row.half_away)
  const goals = fullTime && row.goals.length === fullTime.home + fullTime.away ? row.goals : undefined
  return { ...(fullTime && { fullTime }), ...(halfTime && { halfTime }), ...(goals && { goals }), finished: false }
}

/** What each of these matches has decided so far, as a result that is not finished. */
export async function resultsSoFar(on: Db | Tx, matchIds: readonly number[]) {
  const rows = await readMatches(
    on,
    matchIds.map((matchId) => ({ matchId })),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { kind: 'result', result: resultSoFar(row), ...(row.voids && { voids: row.voids }) } as const,
    ]),
  )
}

function toPresentLine({ keys, prices }: LineRow): PresentLine {
  return { keys, prices: prices.map((at) => (at === null ? null : price(BigInt(at)))) }
}

const scoreOf = (home: number | null, away: number | null): Score | undefined =>
  home === null || away === null ? undefined : { home, away }

/**
 * The score distribution behind the current prices of a soccer match: by default the one that its feed prices from. Before kick-off, if
 * that does not explain the prices, one fitted to the prices. Undefined for other sports.
 */
export function modelNow(
  row: MatchRow,
  sport: Sport | undefined,
  now: Omit<MatchNow, 'model'>,
): MatchModel | undefined {
  if (sport !== 'soccer') return undefined
  const basis = basisOf(row)
  if (row.state === 'live') return basis && cachedInPlayModel(basis, momentOf(row))
  const stored = basis && modelOf(basis)
  if (stored && explainsWinner({ ...now, model: stored })) return stored
  const fitted = fittedBasis(now)
  return fitted ? modelOf(fitted) : stored
}

const inPlayModels = new Map<string, MatchModel>()
const inPlayModelsMax = 200

/** Returns the model at a moment in play. It is cached, because many bets are valued at the same moment. */
export function cachedInPlayModel(basis: SoccerBasis, moment: Moment): MatchModel {
  const name = JSON.stringify([basis, moment])
  const model = inPlayModels.get(name) ?? modelInPlay(basis, moment)
  inPlayModels.delete(name)
  inPlayModels.set(name, model)
  const [oldest] = inPlayModels.keys()
  if (inPlayModels.size > inPlayModelsMax && oldest !== undefined) inPlayModels.delete(oldest)
  return model
}

export function basisOf(row: MatchRow): SoccerBasis | undefined {
  const basis = storedBasis(row)
  return basis && !('ratings' in basis) ? basis : undefined
}

/** Prices of the simulated feed drift until kick-off. From then on they follow the basis at kick-off. */
function storedBasis(row: MatchRow): Basis | undefined {
  if (row.source !== simulated) return readBasis(row.model)
  const at = (row.state === 'live' ? row.start_time : row.now).getTime()
  return basisAt({ sourceId: row.source_id, sport: 'soccer', model: readModel(row.model), at })
}

export function momentOf(row: MatchRow): Moment {
  const halfTime = scoreOf(row.half_home, row.half_away)
  return {
    minute: row.minute ?? 1,
    score: scoreOf(row.home_score, row.away_score) ?? { home: 0, away: 0 },
    redCards: { home: row.home_reds, away: row.away_reds },
    ...(halfTime && { halfTime }),
  }
}
