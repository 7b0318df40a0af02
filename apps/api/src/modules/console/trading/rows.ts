import type { BookLine, MatchBook } from '@nare/bets/match-book'
import type { BoardRow } from '@nare/contract/operator-trading-board'
import { priceText } from '@nare/contract/shapes'
import { formatMoney, money, price } from '@nare/money/money'
import type { TradedMatch } from '#modules/catalog/catalog'

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

/** The house's part of a line in percent with one decimal: by how much the chances in its prices exceed 1. Null unless every outcome has a price. */
export function marginOf(prices: readonly (number | null)[]): string | null {
  const known = prices.filter((at) => at !== null)
  if (known.length === 0 || known.length < prices.length) return null
  return ((known.reduce((sum, at) => sum + 1000 / at, 0) - 1) * 100).toFixed(1)
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

type Given = { readonly match: TradedMatch; readonly book: MatchBook | undefined; readonly age: number | null }

/** A match on the board, without the version of its row. */
export function rowOf({ match, book, age }: Given): Omit<BoardRow, 'version'> {
  const { main, score } = match
  const figures = figuresOf(book?.lines() ?? [])
  const ofMain = main?.keys.map((key) => ({ key, ...(figures.get(`${main.marketId} ${key}`) ?? noFigures) })) ?? []
  const marketStaked = ofMain.reduce((sum, { staked }) => sum + staked, 0n)
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
    market: main?.state ?? null,
    suspended: match.suspended,
    prices: main?.keys.map((odd_key, at) => ({ odd_key, price: oddOf(main.prices[at]) })) ?? [],
    bets: book?.bets() ?? 0,
    staked: moneyOf(book?.staked() ?? 0n),
    liability: ofMain.map(({ key, staked, pays }) => ({
      ...{ odd_key: key, amount: moneyOf(pays - staked), keeps: moneyOf(marketStaked - pays) },
    })),
    worst: moneyOf(book?.worst(match.now) ?? 0n),
    margin_percent: main ? marginOf(main.prices) : null,
    price_age_s: age,
    by_hand: match.byHand,
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
