import { combinationId } from '@nare/bets/markets/combination'
import { display, lineOf, marketsOfSport, marketTitle, selection, type Sport } from '@nare/bets/markets/markets'
import type { BookLine } from '@nare/bets/risk/match-book'
import type { Sheet, SheetMarket, SheetOutcome } from '@nare/contract/operator-trading-board'
import type { TradedLine } from '#modules/catalog/catalog'
import type { ConsoleDeps } from '../deps.ts'
import { bookFigures, figuresOf, marginOf, moneyOf, noFigures, oddOf, rowOf, type Figures } from './rows.ts'
import { timelineOf } from './happened.ts'

type Deps = Pick<ConsoleDeps, 'db' | 'clock' | 'catalog' | 'betting' | 'auditAbout'>

/** Everything about a match that a trader decides by; undefined for an unknown match. */
export async function sheetOf(deps: Deps, matchId: number): Promise<Sheet | undefined> {
  const { db, clock, catalog, betting } = deps
  const [match] = await catalog.traded.matches([matchId])
  if (!match) return undefined
  const marketIds = marketsOfSport(match.sport).map(({ id }) => id)
  const [lines, book, silences, timeline, ownDelayS] = await Promise.all([
    catalog.traded.lines(matchId),
    betting.books.of(matchId),
    catalog.feedSilences(),
    timelineOf(deps, { matchId, marketIds }),
    catalog.liveDelayOf(db, [matchId]),
  ])
  const silentMs = new Map(silences.map(({ source, ms }) => [source, ms]))
  const booked = shownOf(book?.lines() ?? [])
  const all = marketLines(lines, booked)
  const outcomes = all.flatMap(({ marketId, keys }) => keys.map((oddKey) => ({ matchId, marketId, oddKey })))
  const odds = await catalog.fairOdds(outcomes)
  const fair = new Map(outcomes.map(({ marketId, oddKey }, at) => [`${marketId} ${oddKey}`, odds[at]]))
  const { limits, liveDelayS } = betting.rules()
  const { sportId: sport, competitionId: competition } = match
  const parts = { sport, competition, match: String(matchId) }
  const strictest = betting.limitsOn(parts, { isByHand: match.isMadeByHand })
  return {
    ...rowOf({ match, figures: bookFigures(book, match.now), silentMs, nowMs: clock.now() }),
    version: clock.now(),
    markets: inOrder(match.sport, all).map((line) => marketOf(line, { figures: figuresOf(booked), fair })),
    limits: {
      stake: moneyOf(strictest.stake),
      payout: moneyOf(limits.maxPayout),
      liability: moneyOf(strictest.liability),
      delay_s: Math.max(liveDelayS, ownDelayS),
    },
    timeline,
  }
}

const combinationsShown = 50

/** Every combination is a line of its own, so only those that pay the most are shown; the figures of the match count all. */
function shownOf(booked: readonly BookLine[]): BookLine[] {
  const isCombination = ({ marketId }: BookLine): boolean => marketId === combinationId
  const largest = booked
    .filter(isCombination)
    .toSorted((a, b) => (a.pays === b.pays ? 0 : a.pays < b.pays ? 1 : -1))
    .slice(0, combinationsShown)
  return [...booked.filter((line) => !isCombination(line)), ...largest]
}

type Line = Pick<TradedLine, 'marketId' | 'line' | 'keys'> & { readonly offered: TradedLine | undefined }

/** The lines that are offered and those that only have bets, as lines that were closed and taken away. Closed lines without bets are left out. */
function marketLines(lines: readonly TradedLine[], booked: readonly BookLine[]): Line[] {
  const nameOf = (marketId: string, line: string): string => `${marketId} ${line}`
  const withBets = new Map<string, { marketId: string; line: string }>()
  for (const { marketId, oddKey } of booked) {
    const line = lineOf(marketId, oddKey) ?? ''
    withBets.set(nameOf(marketId, line), { marketId, line })
  }
  const known = new Set(lines.map(({ marketId, line }) => nameOf(marketId, line)))
  return [
    ...lines
      .filter(({ marketId, line, state }) => state !== 'closed' || withBets.has(nameOf(marketId, line)))
      .map((one) => ({ marketId: one.marketId, line: one.line, keys: one.keys, offered: one })),
    ...[...withBets].flatMap(([name, { marketId, line }]) => {
      if (known.has(name)) return []
      const keys = booked.filter((one) => one.marketId === marketId && (lineOf(marketId, one.oddKey) ?? '') === line)
      const all = selection(marketId, keys[0]?.oddKey ?? '')?.market.keys(line)
      return [{ marketId, line, keys: all ?? keys.map(({ oddKey }) => oddKey), offered: undefined }]
    }),
  ]
}

/** In the order of the catalogue, lines by number. */
function inOrder(sport: Sport, lines: readonly Line[]): Line[] {
  const places = new Map(marketsOfSport(sport).map(({ id }, place) => [id, place]))
  const placeOf = ({ marketId }: Line): number => places.get(marketId) ?? 1_000 + Number(marketId)
  return lines.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || Number(a.line) - Number(b.line) || (a.line < b.line ? -1 : 1),
  )
}

type Facts = {
  readonly figures: ReadonlyMap<string, Figures>
  readonly fair: ReadonlyMap<string, number | undefined>
}

function marketOf({ marketId, line, keys, offered }: Line, { figures, fair }: Facts): SheetMarket {
  const own = keys.map((key) => figures.get(`${marketId} ${key}`) ?? noFigures)
  const staked = own.reduce((sum, one) => sum + one.staked, 0n)
  const outcomes = keys.map((odd_key, at): SheetOutcome => ({
    odd_key,
    display: display(marketId, odd_key),
    price: oddOf(offered?.prices[at]),
    fair: fair.get(`${marketId} ${odd_key}`)?.toFixed(2) ?? null,
    by_hand: oddOf(offered?.hand?.[odd_key]?.price),
    bets: own[at]?.bets ?? 0,
    staked: moneyOf(own[at]?.staked ?? 0n),
    if_it_wins: moneyOf(staked - (own[at]?.pays ?? 0n)),
  }))
  return {
    ...{ sub_type_id: marketId, line, name: marketTitle(marketId, line), outcomes },
    state: offered?.state ?? 'closed',
    margin_percent: offered ? marginOf(offered) : null,
    at: offered?.at.toISOString() ?? null,
    source: offered?.source ?? null,
  }
}

/** What the house keeps by final score; undefined for an unknown match. */
export async function gridOf({ catalog, betting }: Pick<Deps, 'catalog' | 'betting'>, matchId: number) {
  const [[match], book] = await Promise.all([catalog.traded.matches([matchId]), betting.books.of(matchId)])
  if (!match) return undefined
  const ends = book?.keepsByScore(match.now) ?? []
  return {
    data: ends
      .toSorted((a, b) => a.home - b.home || a.away - b.away)
      .map(({ home, away, keeps }) => ({ home, away, keeps: moneyOf(keeps) })),
  }
}
