import * as z from 'zod/mini'
import { heavyRead } from './operator-trading.ts'
import { operatorRoute, type Answer } from './route.ts'
import { zMoney, zTime } from './shapes.ts'

/** The products whose returns are stated and measured. */
export const statedProducts = ['league', 'games', 'casino'] as const
export type StatedProduct = (typeof statedProducts)[number]

const zMoment = z
  .string()
  .check(z.regex(/^[1-9]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z)?$/, 'Give a day or a UTC time'))

/**
 * From a day or a time, with the whole hours in which they begin and end; `to` as a day is included. Days are those of the country. Without them
 * the last 24 hours.
 */
const returnsFilter = {
  from: z.optional(zMoment),
  to: z.optional(zMoment),
  product: z.optional(z.enum(statedProducts)),
}

/**
 * The decided rounds of a game: an own game, a market of the league or its multis (`multi`), a game of a provider, whose name is `group`. A
 * correction counts in its hour. `stated_percent` is the return that bettors are told; null where none is. `expected_percent` is that of the very
 * rounds by their rules, with payouts cut down to the cent; for a provider's game it is the stated one. `low_percent` and `high_percent` hold the
 * true return of such rounds in 95 of 100 cases; `z` is how many standard deviations the returns are from what was expected, below or above 3 in
 * one of 370 cases. They are null without rounds, `z` also without an expected return. `by_rules`: the deviation follows from the rules; otherwise
 * it is that of the rounds themselves.
 */
const zReturnRow = z.object({
  product: z.enum(statedProducts),
  game: z.string(),
  name: z.string(),
  group: z.nullable(z.string()),
  rounds: z.number(),
  stakes: zMoney,
  returns: zMoney,
  gross: zMoney,
  measured_percent: z.nullable(z.string()),
  stated_percent: z.nullable(z.string()),
  expected_percent: z.nullable(z.string()),
  low_percent: z.nullable(z.string()),
  high_percent: z.nullable(z.string()),
  z: z.nullable(z.string()),
  by_rules: z.boolean(),
})

const zKeptSpan = z.object({ stakes: zMoney, returns: zMoney, gross: zMoney })

/** What a product has kept by the ledger: in the last 24 hours, 7 days and 30 days. Stakes of open rounds are among them. */
const zKept = z.object({ product: z.enum(statedProducts), day: zKeptSpan, week: zKeptSpan, month: zKeptSpan })

/** The measured returns of the games against the stated ones. */
export const operatorReturns = {
  returns: operatorRoute({
    ...heavyRead,
    permission: 'reports.read',
    method: 'GET',
    path: '/v1/operator/reports/returns',
    csv: z.object(returnsFilter),
    input: z.object(returnsFilter),
    answer: z.object({
      data: z.array(zReturnRow),
      kept: z.array(zKept),
      from: zTime,
      to: zTime,
      /** Decisions up to this time are counted. */
      counted_to: zTime,
    }),
    failures: ['invalid_input'],
  }),
} as const

export type ReturnRow = Answer<typeof operatorReturns.returns>['data'][number]
export type KeptRow = Answer<typeof operatorReturns.returns>['kept'][number]
