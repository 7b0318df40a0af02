import { market } from '@nare/bets/markets/markets'
import type { BookLine, MatchBook, MatchNow } from '@nare/bets/risk/match-book'
import type { BoardRow } from '@nare/contract/operator-trading-board'
import { priceText } from '@nare/contract/shapes'
import { formatMoney, money, price } from '@nare/money/money'
import { overround } from '@nare/odds/devig'
import type { MainLine, TradedMatch } from '#modules/catalog/catalog'

/** The tickets of outcomes of one market together, in cents. */
export type Figures = { readonly bets: number; readonly staked: bigint; readonly pays: bigint }

export const noFigures: Figures = { bets: 0, staked: 0n, pays: 0n }
export const moneyOf = (cents: bigint): string => formatMoney(money(cents))
export const oddOf = (thousandths: number | null | undefined): string | null =>
  typeof thousandths === 'number' ? priceText(price(BigInt(thousandths))) : null

/** The figures of a book by outcome, as "1 home_team"; a market that counts from the bet has one book line for each score at the bet. */
export function figuresOf(lines: readonly BookLine[]): Map<string, Figures> {
  const byOutcome = new Map<string, Figures>()
  for (const { marketId, oddKey, bets, staked, pays } of lines) {
    const name = `${marketId} ${oddKey}`
    const before = byOutcome.get(name) ?? noFigures
    byOutcome.set(name, { bets: before.bets + bets, staked: before.staked + staked, pays: before.pays + pays })
  }
  return byOutcome
}

/** The house's part of a line in percent with one decimal, for each outcome that wins. Null unless every outcome has a price. */
export function marginOf({ marketId, prices }: Pick<MainLine, 'marketId' | 'prices'>): string | null {
  const odds = prices.flatMap((at) => (at === null ? [] : at / 1000))
  if (odds.length === 0 || odds.length < prices.length) return null
  return (overround(odds, market(marketId)?.winners) * 100).toFixed(1)
}

/**
 * How long ago the price of a match was confirmed, in seconds: by its feed's last message, or, if the feed sends no heartbeats, by its last
 * change. `silentMs` are the silences of the feeds that send heartbeats.
 */
export function priceAge(
  { main, source }: TradedMatch,
  silentMs: ReadonlyMap<string, number>,
  nowMs: number,
): number | null {
  if (!main) return null
  const silent = silentMs.get(source)
  return Math.max(0, Math.round((silent ?? nowMs - main.at.getTime()) / 100) / 10)
}

/** What the board shows of a book. */
export type BookFigures = {
  readonly byOutcome: ReadonlyMap<string, Figures>
  readonly bets: number
  readonly staked: bigint
  readonly worst: bigint
}

export const bookFigures = (book: MatchBook | undefined, now: MatchNow): BookFigures => ({
  byOutcome: figuresOf(book?.lines() ?? []),
  bets: book?.bets() ?? 0,
  staked: book?.staked() ?? 0n,
  worst: book?.worst(now) ?? 0n,
})

type Given = {
  readonly match: TradedMatch
  readonly figures: BookFigures
  readonly silentMs: ReadonlyMap<string, number>
  readonly nowMs: number
}

/** A match on the board, without the version of its row. */
export function rowOf({ match, figures, silentMs, nowMs }: Given): Omit<BoardRow, 'version'> {
  const { main, score } = match
  const { byOutcome, bets, staked, worst } = figures
  const ofMain = main?.keys.map((key) => ({ key, ...(byOutcome.get(`${main.marketId} ${key}`) ?? noFigures) })) ?? []
  const marketStaked = ofMain.reduce((sum, one) => sum + one.staked, 0n)
  return {
    match_id: String(match.id),
    game_id: String(match.gameId),
    sport_id: match.sportId,
    competition_id: match.competitionId,
    competition: match.competition,
    home_team: match.home,
    away_team: match.away,
    start_time: match.startTime.toISOString(),
    state: match.state,
    minute: match.minute,
    added: match.added,
    at_half_time: match.atHalfTime,
    score: score && `${score.home}:${score.away}`,
    market_id: main?.marketId ?? null,
    market: main?.state ?? null,
    suspended: match.suspended,
    prices: main?.keys.map((odd_key, at) => ({ odd_key, price: oddOf(main.prices[at]) })) ?? [],
    bets,
    staked: moneyOf(staked),
    liability: ofMain.map(({ key, staked: onIt, pays }) => ({
      ...{ odd_key: key, amount: moneyOf(pays - onIt), keeps: moneyOf(marketStaked - pays) },
    })),
    worst: moneyOf(worst),
    margin_percent: main ? marginOf(main) : null,
    price_age_s: priceAge(match, silentMs, nowMs),
    fed: silentMs.has(match.source),
    by_hand: match.byHand,
    held: match.held,
  }
}

/** The columns of the board as a file. */
export const boardColumns = [
  ...([
    'match_id',
    'game_id',
    'sport_id',
    'competition',
    'home_team',
    'away_team',
    'start_time',
    'state',
    'minute',
  ] as const),
  ...(['score', 'market', 'bets', 'staked', 'worst', 'margin_percent', 'price_age_s', 'by_hand'] as const),
] as const
