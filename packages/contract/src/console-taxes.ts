import * as z from 'zod/mini'
import type { taxNames } from './console-reports.ts'
import { products } from './products.ts'
import { operatorRoute, type Answer } from './route.ts'
import { paging, zDay, zMoney, zTime } from './shapes.ts'

/** The taxes that deposits, withdrawals and wins move to their accounts as they come. */
export const dailyTaxes = ['excise', 'withholding', 'winnings'] as const satisfies readonly (typeof taxNames)[number][]

const read = { permission: 'reports.read', method: 'GET' } as const
const days = { from: zDay, to: zDay }
const counted = { until_transfer: z.string(), equals_ledger: z.boolean() }
const aMonth = z.string().check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'Name a month like 2026-11'))
const ofTransfers = { tax: z.enum(dailyTaxes), day: zDay }

/** The stakes and returns of a product in a month. A void counts in both. */
const zPlayed = { bets: z.number(), stakes: zMoney, returns: zMoney, gross: zMoney }

/** What each tax consists of: kinds of transfers, the transfers themselves, and the gross result of a month by product. */
export const consoleTaxes = {
  /** The taxes of days by the kind of their transfers: the file of a day, and of a month. */
  taxLines: operatorRoute({
    ...read,
    path: '/v1/operator/reports/tax/lines',
    input: z.object({ ...days, tax: z.optional(z.enum(dailyTaxes)) }),
    answer: z.object({
      data: z.array(
        z.object({
          day: zDay,
          tax: z.enum(dailyTaxes),
          kind: z.string(),
          transfers: z.number(),
          amount: zMoney,
        }),
      ),
      total: zMoney,
      ...counted,
    }),
    failures: ['invalid_input'],
    csv: z.object({ ...days, tax: z.optional(z.enum(dailyTaxes)) }),
  }),
  /** The transfers that a tax of a day consists of, the newest first. Their amounts sum to what is due. */
  taxTransfers: operatorRoute({
    ...read,
    path: '/v1/operator/reports/tax/transfers',
    input: z.object({ ...ofTransfers, ...paging }),
    answer: z.object({
      data: z.array(
        z.object({
          transfer: z.string(),
          at: zTime,
          kind: z.string(),
          about: z.nullable(z.string()),
          bettor_id: z.nullable(z.string()),
          amount: zMoney,
        }),
      ),
      meta: z.object({ page: z.number(), limit: z.number(), next: z.optional(z.string()) }),
    }),
    csv: z.object(ofTransfers),
  }),
  /** The return of a month: the gross result by product, and the tax on the products of each rate together, rounded down once. */
  grossReturn: operatorRoute({
    ...read,
    path: '/v1/operator/reports/tax/month',
    input: z.object({ month: aMonth }),
    answer: z.object({
      /** `percent` is the rate of the product, "0" without a tax. */
      data: z.array(z.object({ product: z.enum(products), ...zPlayed, percent: z.string() })),
      total: z.object(zPlayed),
      /** The last day of the month: the one under which its tax is remitted. */
      day: zDay,
      /** Null without a tax, and with more than one rate. */
      percent: z.nullable(z.string()),
      due: zMoney,
      declared: z.nullable(zMoney),
      remitted: zMoney,
      ...counted,
    }),
    csv: z.object({ month: aMonth }),
  }),
} as const

export type TaxLine = Answer<typeof consoleTaxes.taxLines>['data'][number]
export type TaxTransfer = Answer<typeof consoleTaxes.taxTransfers>['data'][number]
