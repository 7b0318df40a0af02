import { sql } from 'kysely'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Db } from './db.ts'

/** Days of a time zone, both inclusive, as YYYY-MM-DD. */
export type Days = { readonly from: string; readonly to: string }

const dayMs = 86_400_000

/** From the beginning of the first day to the end of the last; refuses a last day before the first, and more than `most` days. */
export async function daySpan(
  db: Db,
  { from, to }: Days,
  { zone, most }: { zone: string; most: number },
): Promise<Outcome<{ from: Date; to: Date }, 'invalid_input'>> {
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (length < 1) return refused('invalid_input', { fields: { to: 'Not before the first day' } })
  if (length > most) return refused('invalid_input', { fields: { to: `At most ${most} days` } })
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${from}::date::timestamp at time zone ${zone}::text as from,
      (${to}::date + 1)::timestamp at time zone ${zone}::text as to`.execute(db)
  const [bounds] = rows
  if (!bounds) throw new Error('the query of the period returned no row')
  return done(bounds)
}
