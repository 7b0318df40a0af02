import { sql } from 'kysely'
import { formatPrice, price } from '@nare/money/money'
import type { Db } from '#platform/db'
import type { NumberedRow, NumberRange } from '#platform/numbered-rows'
import { currentResult, resultColumns, type ResultRow } from './offers.ts'

type PriceRow = {
  readonly no: bigint
  readonly at: Date
  readonly match: number
  readonly market: number
  readonly line: string
  readonly state: string
  readonly keys: readonly string[]
  readonly prices: readonly (number | null)[]
  readonly source: string
}

/** The changes of prices of a range of numbers: all prices of a line after each change, null for an outcome without one. */
export async function numberedPrices(db: Db, { after, upTo }: NumberRange): Promise<NumberedRow[]> {
  const { rows } = await sql<PriceRow>`
    select no, at, match_id as match, market_id as market, line, state, keys, prices, source from catalog.price_change
    where no > ${after}::bigint and no <= ${upTo}::bigint order by no`.execute(db)
  return rows.map(({ no, at, match, market, line, state, keys, prices, source }) => ({
    no,
    at,
    fields: {
      match_id: match.toString(),
      sub_type_id: market.toString(),
      line,
      state,
      prices: Object.fromEntries(keys.map((key, n) => [key, priceText(prices[n])])),
      source,
    },
  }))
}

const priceText = (thousandths: number | null | undefined): string | null =>
  thousandths === null || thousandths === undefined ? null : formatPrice(price(BigInt(thousandths)))

type NumberedResult = ResultRow & {
  readonly no: bigint
  readonly at: Date
  readonly match: number
  readonly reason: string | null
  readonly source: string
}

/** The results of matches of a range of numbers, each version of them. */
export async function numberedResults(db: Db, { after, upTo }: NumberRange): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedResult>`
    select r.no, r.at, r.match_id as match, r.reason, r.source, ${resultColumns} from catalog.result r
    where r.no > ${after}::bigint and r.no <= ${upTo}::bigint order by r.no`.execute(db)
  return rows.map((row) => {
    const { version, kind, certainty, result, voids } = currentResult(row)
    const { halfTime, fullTime, goals, periods, corners, cards } = result
    return {
      no: row.no,
      at: row.at,
      fields: {
        about: 'match',
        match_id: row.match.toString(),
        version,
        kind,
        certainty,
        ...{ half_time: halfTime, full_time: fullTime, goals, periods, corners, cards, voids },
        reason: row.reason,
        source: row.source,
      },
    }
  })
}
