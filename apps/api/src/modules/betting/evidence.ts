import { combinationId, readCombination } from '@nare/bets/markets/combination'
import { lineOf } from '@nare/bets/markets/markets'
import type { LegState, Result, Score } from '@nare/bets/result'
import { whyLeg } from '@nare/bets/grading/why'
import { whyTicket } from '@nare/bets/ticket/why-ticket'
import type { BetView } from '@nare/contract/betting'
import { formatMoney, formatPrice, money, parseMoney, price } from '@nare/money/money'
import { isVoided, type Catalog, type MatchEvidence, type ResultVersion } from '#modules/catalog/catalog'
import { ticketState, type TicketProof } from '#modules/tickets/tickets'
import { queryRows, type Db } from '#platform/db'
import { handVoidOf } from './house/ticket-store.ts'
import { cashOutNow, cashOutsOf, refusalsOf, ruleOf } from './cash-out/cash-out.ts'
import type { ValueDeps } from './cash-out/value.ts'
import { othersAround, type Others } from './leg-store.ts'
import { mistimedLegs } from './mistimed.ts'

/** How long before and after its placing a bet is explained. */
const aroundMs = 10 * 60_000

type StoredLeg = {
  readonly n: number
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly state: LegState
  readonly home: number | null
  readonly away: number | null
}

/** What proves the result of a bet on matches: each pick with its prices, events and results, and the cash-outs. */
export async function matchProof(
  { catalog, cashOut }: ValueDeps & { readonly catalog: Pick<Catalog, 'evidence'> },
  db: Db,
  bet: BetView,
): Promise<TicketProof> {
  const betId = BigInt(bet.bet_id)
  const placedMs = Date.parse(bet.placed_at)
  const legs = await queryRows<StoredLeg>(db)`
    select n, match_id as "matchId", market_id as "marketId", odd_key as "oddKey", state, home_at_bet as home, away_at_bet as away
    from betting.leg where bet_id = ${betId}::bigint order by n`
  const outcomes = legs.flatMap((leg) => [
    { ...leg, line: lineOf(leg.marketId, leg.oddKey) ?? '' },
    ...partsOf(leg).map((part) => ({ ...part, matchId: leg.matchId, line: lineOf(part.marketId, part.oddKey) ?? '' })),
  ])
  const between = { from: new Date(placedMs - aroundMs), to: new Date(placedMs + aroundMs) }
  const [known, settledAt, mistimed, cashOuts, refusals, rule, now, others, handVoid] = await Promise.all([
    catalog.evidence(outcomes, between),
    settledVersions(db, legs),
    mistimedLegs(catalog, db, { betIds: [betId], matchIds: legs.map(({ matchId }) => matchId) }),
    cashOutsOf(db, betId),
    refusalsOf(db, betId),
    ruleOf(db, betId),
    bet.state === 'open' ? cashOutNow({ catalog, cashOut }, db, betId) : undefined,
    othersAround(db, betId, legs),
    handVoidOf(db, betId),
  ])
  const isMistimed = mistimed.get(betId) ?? new Set()
  return {
    legs: legs.map((leg, at) => legProof(leg, { shown: bet.legs[at], known, settledAt, mistimed: isMistimed, others })),
    why: handVoid ? `Void: ${handVoid.by} declared it void: ${handVoid.reason}` : whyOf(bet),
    cash_outs: cashOuts.map(({ id, at, stake, amount, automatic }) => {
      return { id, at: at.toISOString(), stake: amountText(stake), amount: amountText(amount), automatic }
    }),
    cash_outs_refused: refusals.map(({ at, code, reason, quoted, hundredths }) => ({
      ...{ at: at.toISOString(), code, reason, part: (hundredths / 100).toFixed(2) },
      quoted: quoted === null ? null : amountText(quoted),
    })),
    ...(now && { cash_out_now: { at: now.at, amount: now.amount, reason: now.reason, message: now.message } }),
    ...(rule && { cash_out_rule: { amount: amountText(rule.amount), at: rule.at.toISOString(), active: rule.active } }),
  }
}

/** The parts of a combination, each numbered for its prices; none of any other leg. */
const partsOf = ({ n, marketId, oddKey }: StoredLeg) =>
  marketId === combinationId
    ? (readCombination(oddKey) ?? []).map((part, at) => ({ ...part, n: (n + 1) * 100 + at }))
    : []

const amountText = (cents: bigint): string => formatMoney(money(cents))
const amountOf = (text: string | undefined) => parseMoney(text ?? '0') ?? money(0n)

/** Why a bet with picks has its state. */
export function whyOf(bet: BetView): string {
  return whyTicket({
    type: bet.type === 'jackpot' ? 'multi' : bet.type,
    system: bet.system,
    state: ticketState(bet),
    returned: amountOf(bet.returned),
    cashed: amountOf(bet.cash_out?.paid),
    boost: bet.state === 'won' ? amountOf(bet.boost.amount) : money(0n),
    legs: bet.legs.map(({ state }) => state),
  })
}

/** When each version of the results of these legs was settled, by match and version. */
async function settledVersions(db: Db, legs: readonly StoredLeg[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await queryRows<{ key: string; at: Date }>(db)`
    select match_id || '/' || version as key, done_at as at from betting.settlement
    where match_id = any(${legs.map(({ matchId }) => matchId)}::int[]) and done_at is not null`
  return new Map(rows.map(({ key, at }) => [key, at]))
}

type Known = {
  readonly shown: BetView['legs'][number] | undefined
  readonly known: MatchEvidence
  readonly settledAt: ReadonlyMap<string, Date>
  readonly mistimed: ReadonlySet<number>
  readonly others: readonly Others[]
}

function legProof(
  leg: StoredLeg,
  { shown, known, settledAt, mistimed, others }: Known,
): NonNullable<TicketProof['legs']>[number] {
  const { n, matchId, home, away } = leg
  const results = known.results.filter((one) => one.matchId === matchId)
  const newest = results.at(-1)
  const scoreAtBet = home === null || away === null ? undefined : { home, away }
  const parts = partsOf(leg)
  return {
    n,
    ...(scoreAtBet && { score_at_bet: scoreText(scoreAtBet) }),
    why: whyPick(leg, { newest, mistimed: mistimed.has(n), scoreAtBet, shown }),
    prices: pricesOf(known, n),
    ...(parts.length > 0 && {
      part_prices: parts.map((part) => ({
        ...{ sub_type_id: part.marketId, odd_key: part.oddKey },
        prices: pricesOf(known, part.n),
      })),
    }),
    changes: known.changes
      .filter((one) => one.matchId === matchId)
      .map(({ matchId: _, at, ...change }) => ({ ...change, at: at.toISOString() })),
    events: (known.events.get(matchId) ?? []).map(
      ({ event_id, version, type, minute, side, score, taken_back, source, at }) => ({
        ...{ event_id, version, type, source, at: at.toISOString() },
        ...(minute !== undefined && { minute }),
        ...(side && { side }),
        ...(score && { score }),
        ...(taken_back && { taken_back }),
      }),
    ),
    others: others
      .filter((one) => one.n === n)
      .map(({ price: thousandths, bets, firstAt, lastAt }) => ({
        ...{ price: formatPrice(price(thousandths)), bets },
        ...{ first_at: firstAt.toISOString(), last_at: lastAt.toISOString() },
      })),
    results: results.map((one) => resultView(one, settledAt.get(`${matchId}/${one.version}`))),
  }
}

const pricesOf = ({ prices }: MatchEvidence, n: number) =>
  prices
    .filter((one) => one.n === n)
    .map(({ at, price: thousandths, state, version, source }) => ({
      at: at.toISOString(),
      price: thousandths === null ? null : formatPrice(price(BigInt(thousandths))),
      ...{ state, source, version: Number(version) },
    }))

type Explained = {
  readonly newest: ResultVersion | undefined
  readonly mistimed: boolean
  readonly scoreAtBet: Score | undefined
  readonly shown: Known['shown']
}

/** Why a pick has its state; of a combination why each of its parts has, one by one where the house has declared one void. */
function whyPick(leg: StoredLeg, { newest, mistimed, scoreAtBet, shown }: Explained): string {
  const whyOne = (of: Pick<StoredLeg, 'marketId' | 'oddKey' | 'state'>): string =>
    whyLeg({
      ...{ marketId: of.marketId, oddKey: of.oddKey, state: of.state, mistimed, scoreAtBet },
      ...(newest && { kind: newest.kind, result: newest.result }),
      voided: isVoided(newest?.voids, of),
      home: shown?.home_team,
      away: shown?.away_team,
    })
  const parts = leg.marketId === combinationId ? readCombination(leg.oddKey) : undefined
  if (!parts?.some((part) => isVoided(newest?.voids, part))) return whyOne(leg)
  return parts.map((part, n) => whyOne({ ...part, state: shown?.parts?.[n]?.state ?? leg.state })).join(' ')
}

function resultView(one: ResultVersion, settledAt: Date | undefined): TicketProofResult {
  const { version, kind, result, reason, source, at, confirmedBy, confirmedAt } = one
  return {
    ...{ version, kind, reason, by: source, at: at.toISOString() },
    result: resultText(result),
    ...(confirmedBy && confirmedAt && { confirmed_by: confirmedBy, confirmed_at: confirmedAt.toISOString() }),
    ...(settledAt && { settled_at: settledAt.toISOString() }),
  }
}
type TicketProofResult = NonNullable<TicketProof['legs']>[number]['results'][number]

export const scoreText = ({ home, away }: Score): string => `${home}:${away}`

/** A result as text: "2:1 (1:0), corners 5:4"; null if it has no score. */
export function resultText({ fullTime, halfTime, periods, corners, cards }: Result): string | null {
  if (!fullTime) return null
  const half = halfTime ? ` (${scoreText(halfTime)})` : ''
  const sets = periods ? `, ${periods.map(scoreText).join(' ')}` : ''
  const counts = `${corners ? `, corners ${scoreText(corners)}` : ''}${cards ? `, cards ${scoreText(cards)}` : ''}`
  return `${scoreText(fullTime)}${half}${sets}${counts}`
}
