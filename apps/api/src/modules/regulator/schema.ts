import * as z from 'zod'
import { lineTypes, type LineType } from './lines.ts'

const amount = z.string().regex(/^-?\d+\.\d\d$/)
const id = z.string().regex(/^\d{1,19}$/)
const at = z.iso.datetime()
const score = z.object({ home: z.number(), away: z.number() })

/** What every line has: its number, which is never used twice, and when it came to be, in UTC. */
const base = {
  n: z.int().positive(),
  at,
  bettor: z.object({ name: z.string(), msisdn: z.string() }).partial().optional(),
}

/** A line of each type. Further fields may be added; none is renamed or removed. */
export const lineSchemas = {
  transfer: z.looseObject({
    ...base,
    type: z.literal('transfer'),
    ledger_no: id,
    transfer_id: z.string(),
    kind: z.string(),
    about: z.string().nullable(),
    bettor_id: id.nullable(),
    amount: amount.nullable(),
    balance_after: amount.nullable(),
    entries: z.array(z.object({ account: z.string(), amount: z.string().regex(/^-?\d+(\.\d\d)?$/) })),
  }),
  bet: z.looseObject({
    ...base,
    type: z.literal('bet'),
    bet_id: id,
    bettor_id: id,
    product: z.string(),
    bet_type: z.string(),
    stake: amount,
    total_odds: z.string().nullable(),
    possible_win: amount.nullable(),
    rules_version: z.string(),
    legs: z.array(z.looseObject({})),
  }),
  session: z.looseObject({ ...base, type: z.literal('session'), session_id: id, bettor_id: id, expires_at: at }),
  exclusion: z.looseObject({
    ...base,
    type: z.literal('exclusion'),
    bettor_id: id,
    kind: z.enum(['break', 'exclusion', 'closed']),
    period: z.string(),
    until: at.nullable(),
    by: z.enum(['bettor', 'house']),
  }),
  price: z.looseObject({
    ...base,
    type: z.literal('price'),
    match_id: id,
    sub_type_id: z.string(),
    line: z.string(),
    state: z.string(),
    prices: z.record(z.string(), z.string().nullable()),
    source: z.string(),
  }),
  result: z.discriminatedUnion('about', [
    z.looseObject({
      ...base,
      type: z.literal('result'),
      about: z.literal('match'),
      match_id: id,
      version: z.int(),
      kind: z.string(),
      half_time: score.optional(),
      full_time: score.optional(),
      reason: z.string().nullable(),
      source: z.string(),
    }),
    z.looseObject({
      ...base,
      type: z.literal('result'),
      about: z.literal('bet'),
      bet_id: id,
      bettor_id: id,
      product: z.string(),
      times_settled: z.int(),
      state: z.enum(['open', 'won', 'lost', 'void', 'cashed_out', 'replaced']),
      stake: amount.optional(),
      returned: amount.optional(),
    }),
  ]),
} satisfies Record<LineType, z.ZodType>

/** The first line of a day's file. */
export const firstLineSchema = z.looseObject({
  type: z.literal('file'),
  schema: z.string(),
  day: z.iso.date(),
  country: z.string(),
  currency: z.string(),
  zone: z.string(),
  complete: z.boolean(),
  previous: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  upto_n: z.int(),
  begun_at: at,
})

/** The published schema: a line of a file or of the stream, as JSON Schema. */
export const publishedSchema = () =>
  z.toJSONSchema(z.union([firstLineSchema, ...lineTypes.map((type) => lineSchemas[type])]), { io: 'input' })
