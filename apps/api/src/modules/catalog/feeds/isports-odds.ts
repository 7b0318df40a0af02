import type { Margins } from '@nare/odds/margins'
import * as z from 'zod/mini'
import type { GivenPrices } from '@nare/odds/match-model'
import { defaultBand, isBook, type Band } from '../price-claims.ts'
import { evenTotal, preMatchLines, withFittingTotal } from '../pricing.ts'
import { entriesMax, decidable, type Parsed } from './isports-api.ts'
import type { LinePrices } from './port.ts'

/** Named here, because the linter takes it for the method of a promise. */
const { catch: otherwise } = z
const zOdds = z.object({
  europeOdds: z.array(z.unknown()),
  overUnder: otherwise(z.array(z.unknown()), []),
})
/** The pre-match prices of one bookmaker for a match. `isClosed` is set while the bookmaker accepts no bets. */
export type Odds = { readonly given: GivenPrices; readonly isClosed: boolean }
const inPlayOdds = '3'

/**
 * The pre-match prices of /odds/main (isportsapi.com/docs, 24) of one company, by default of all. A row has the match, the company, three
 * initial and three current values, the time, a closed flag and the kind of odds. Totals are the profit of a stake of one. Rows of in-play odds
 * are skipped; of a match with several different rows none counts, because nobody knows which one is right.
 */
export function readOdds(
  data: unknown,
  { band = defaultBand, company }: { band?: Band; company?: string } = {},
): Parsed<readonly [sourceId: string, odds: Odds]> {
  const read = zOdds.safeParse(data)
  if (!read.success) return { entries: [], invalid: 1, isList: false }
  const isOther = (row: readonly string[]) =>
    row[10] === inPlayOdds || (company !== undefined && row.length > 1 && row[1] !== company)
  const rows = (list: readonly unknown[]) =>
    list
      .slice(0, entriesMax)
      .map((row) => (typeof row === 'string' ? row.split(',').map((cell) => cell.trim()) : []))
      .filter((row) => !isOther(row))
  const totals = new Map(single(rows(read.data.overUnder)).flatMap((row) => toList(totalOf(row, band))))
  const given = rows(read.data.europeOdds)
  const entries = single(given).flatMap((row) => toList(oddsOf(row, totals, band)))
  return { entries, invalid: given.length - entries.length, isList: true }
}

/** The rows of matches that have one row, or equal ones. */
function single(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const byMatch = Map.groupBy(rows, ([sourceId = '']) => sourceId)
  return [...byMatch.values()].flatMap(([first, ...others]) =>
    first && others.every((row) => row.join() === first.join()) ? [first] : [],
  )
}

const toList = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

type Total = Pick<GivenPrices, 'over' | 'under' | 'line'>

function oddsOf(
  row: readonly string[],
  totals: ReadonlyMap<string, Total>,
  band: Band,
): readonly [string, Odds] | undefined {
  const [sourceId = '', , , , , home, draw, away, , closed, kind, ...more] = row
  const [home_odd, neutral_odd, away_odd] = [oddOf(home), oddOf(draw), oddOf(away)]
  if (sourceId === '' || kind === undefined || more.length > 0 || !home_odd || !neutral_odd || !away_odd)
    return undefined
  if (!isBook([home_odd, neutral_odd, away_odd], band)) return undefined
  const total = totals.get(sourceId) ?? { ...evenTotal, line: 2.5 }
  return [
    sourceId,
    { given: withFittingTotal({ home_odd, neutral_odd, away_odd, ...total }), isClosed: closed === 'true' },
  ]
}

function totalOf(row: readonly string[], band: Band): readonly [string, Total] | undefined {
  const [sourceId = '', , , , , at, moreThan, lessThan] = row
  const [line, over, under] = [Number(at), oddOf(moreThan, 1), oddOf(lessThan, 1)]
  const isLine = Number.isInteger(line - 0.5) && line >= 0.5 && line <= 9
  return isLine && over && under && isBook([over, under], band) ? [sourceId, { line, over, under }] : undefined
}

function oddOf(text = '', plus = 0): number | undefined {
  // Only decimal digits: Number reads '0x2' and '2e0' too.
  const odd = /^\d{1,4}(\.\d{1,9})?$/.test(text) ? Math.round((Number(text) + plus) * 1000) / 1000 : Number.NaN
  return odd > 1.005 && odd <= 1000 ? odd : undefined
}

/** Every line before kick-off. */
export const linesOf = ({ given }: Odds, margins?: Margins): LinePrices[] =>
  decidable(preMatchLines('soccer', { given }, { margins }))

/** Prices with the sides exchanged. */
export const exchangedOdds = ({ given, isClosed }: Odds): Odds => ({
  given: { ...given, home_odd: given.away_odd, away_odd: given.home_odd },
  isClosed,
})
