import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { products } from './products.ts'
import { operatorRoute, type Answer } from './route.ts'
import { orWaiting } from './second-person.ts'
import { zCommandId, zDay, zMoney, zMoneyIn, zProvider, zShownText, zTime } from './shapes.ts'
import { providerNames } from './wallets.ts'

/** By what the gross result is summed. */
export const grossKeys = ['day', 'product', 'sport', 'competition', 'market', 'source'] as const
export type GrossKey = (typeof grossKeys)[number]
/** The taxes of the house: on deposits and stakes, withheld from withdrawals and from wins, and on the gross result of a month. */
export const taxNames = ['excise', 'withholding', 'winnings', 'gross'] as const
export type TaxName = (typeof taxNames)[number]

/** Days of the country, both inclusive. */
const span = { from: zDay, to: zDay }
const read = { permission: 'reports.read', method: 'GET' } as const

/**
 * Up to which transfer of the ledger the figures count, and whether they equal the ledger up to it. False too while the figures are far behind
 * the ledger, because nothing compares them then.
 */
const counted = { until_transfer: z.string(), equals_ledger: z.boolean() }

/**
 * A sum of bets. `stakes` are without those that were given back because their bet was not placed; `returns` include `cash_outs`. `bonus` is the part of the
 * stakes that was bonus money. `gross` is stakes less returns, `margin_percent` of the stakes, with one decimal, and null without stakes.
 * `gross_before` is the gross of as many days just before, `gross_year_before` that of the same days a year before, null if there were no bets then.
 */
const zGross = z.object({
  bets: z.number(),
  bettors: z.number(),
  stakes: zMoney,
  returns: zMoney,
  cash_outs: zMoney,
  bonus: zMoney,
  gross: zMoney,
  margin_percent: z.nullable(z.string()),
  gross_before: zMoney,
  gross_year_before: z.nullable(zMoney),
})

const zWaiting = z.object({ count: z.number(), oldest_at: z.nullable(zTime) })

const zPaymentDay = z.object({
  day: zDay,
  provider: zProvider,
  deposits: z.number(),
  deposited: zMoney,
  withdrawals: z.number(),
  withdrawn: zMoney,
  sent_back: zMoney,
  net: zMoney,
})

const zBettorDay = z.object({
  day: zDay,
  signed_up: z.number(),
  active: z.number(),
  depositors: z.number(),
  deposited: zMoney,
  stakes: zMoney,
  gross: zMoney,
})

/**
 * A tax of a day, or of a month under its last day. `basis` is what it is a part of, at `percent`, where it is on one sum. `declared` is what was due when
 * the file of the day was ready; null before.
 */
const zTaxDay = z.object({
  tax: z.enum(taxNames),
  day: zDay,
  due: zMoney,
  declared: z.nullable(zMoney),
  remitted: zMoney,
  open: zMoney,
  percent: z.nullable(z.string()),
  basis: z.nullable(zMoney),
})

const zFundLine = z.object({
  name: z.enum(['cash', 'returnable', 'withdrawals', 'bonus', 'debt', 'taxes', ...providerNames, 'bank']),
  amount: zMoney,
  said: z.nullable(zMoney),
  said_at: z.nullable(zTime),
})

/** The figures of the house, by the days of the country on which money moved, and the taxes. */
export const consoleReports = {
  /** A ticket with several picks stands under the key `multi` where a pick would be needed; `bettors` does not add up. */
  grossReport: operatorRoute({
    ...read,
    path: '/v1/operator/reports/gross',
    input: z.object({ ...span, by: z.enum(grossKeys), product: z.optional(z.enum(products)) }),
    answer: z.object({
      data: z.array(z.extend(zGross, { key: z.string(), name: z.string() })),
      total: zGross,
      ...counted,
    }),
    failures: ['invalid_input'],
    csv: z.object({ ...span, by: z.enum(grossKeys), product: z.optional(z.enum(products)) }),
  }),
  /**
   * Money in and out at each provider, taxes included in what came in and left out of what went out. `unpaid` are withdrawals without an end, and `prizes` results
   * that are not settled: those since more than two days are late.
   */
  paymentsReport: operatorRoute({
    ...read,
    path: '/v1/operator/reports/payments',
    input: z.object(span),
    answer: z.object({
      data: z.array(zPaymentDay),
      waiting: zWaiting,
      unpaid: z.extend(zWaiting, { late: z.boolean() }),
      prizes: z.extend(zWaiting, { late: z.boolean() }),
      ...counted,
    }),
    failures: ['invalid_input'],
    csv: z.object(span),
  }),
  /**
   * What the house owes its bettors (cash, money to send back, withdrawals on their way) beside the money at the providers and in the bank.
   * `float` is what the providers last said, or the books where none has; `lines` have both.
   */
  fundsReport: operatorRoute({
    ...read,
    path: '/v1/operator/reports/funds',
    input: z.object({}),
    answer: z.object({
      owed: zMoney,
      float: zMoney,
      bank: zMoney,
      covered: z.boolean(),
      lines: z.array(zFundLine),
      ...counted,
    }),
    csv: z.object({}),
  }),
  bettorsReport: operatorRoute({
    ...read,
    path: '/v1/operator/reports/bettors',
    input: z.object(span),
    answer: z.object({
      data: z.array(zBettorDay),
      total: z.object({ active: z.number(), depositors: z.number() }),
      ...counted,
    }),
    failures: ['invalid_input'],
    csv: z.object(span),
  }),
  taxReport: operatorRoute({
    ...read,
    path: '/v1/operator/reports/tax',
    input: z.object({ ...span, tax: z.optional(z.enum(taxNames)) }),
    answer: z.object({ data: z.array(zTaxDay), ...counted }),
    failures: ['invalid_input'],
    csv: z.object({ ...span, tax: z.optional(z.enum(taxNames)) }),
  }),
  /** Enters what was paid to the revenue authority for a day that has ended, at most what is due for it. */
  remitTax: operatorRoute({
    permission: 'tax.remit',
    method: 'POST',
    action: 'tax.remit',
    subject: 'tax :tax :day',
    audited: ['amount', 'reference'],
    second: 'always',
    confirm: true,
    path: '/v1/operator/tax/remit',
    input: z.object({
      id: zCommandId,
      tax: z.enum(taxNames),
      day: zDay,
      amount: zMoneyIn.check(z.refine((amount) => amount > 0n, 'The amount is zero')),
      reference: zShownText(60).check(z.trim(), z.minLength(3)),
      reason: zReason,
    }),
    answer: orWaiting(z.object({ state: z.literal('done'), due: zMoney, remitted: zMoney })),
    failures: ['invalid_input', 'id_reused'],
  }),
} as const

export type GrossRow = Answer<typeof consoleReports.grossReport>['data'][number]
export type TaxDay = Answer<typeof consoleReports.taxReport>['data'][number]
