import * as z from 'zod/mini'
import { route } from './route.ts'
import { paging, zDay, zMeta, zMoney, zText, zTime } from './shapes.ts'

/** What a statement can be narrowed to. `from` and `to` are days of the country, both included. */
export const statementFilter = {
  kind: z.optional(zText(40)),
  from: z.optional(zDay),
  to: z.optional(zDay),
}

/**
 * One movement of the bettor's cash. `amount` is signed; `balance` is what was there after it; `tax` what of it goes to a tax. A
 * payment's `details` tell all of it, the tax and what is left: of a deposit what was paid and what arrived, of a withdrawal
 * what left the balance and what is sent. `debt` tells by how much the transfer changed what the bettor owes (below zero: repaid)
 * and what is owed after it; null where it left that alone. `returnable` tells the same of what came while it could not be played and
 * goes back to its payer: the change, and what is left to return.
 */
export const zTransaction = z.object({
  transaction_id: z.string(),
  at: zTime,
  kind: z.string(),
  amount: zMoney,
  balance: zMoney,
  tax: z.nullable(zMoney),
  details: z.nullable(z.object({ gross: zMoney, tax: zMoney, net: zMoney })),
  debt: z.nullable(z.object({ change: zMoney, owed: zMoney })),
  returnable: z.nullable(z.object({ change: zMoney, left: zMoney })),
  about: z.nullable(z.object({ type: z.enum(['bet', 'payment']), id: z.string() })),
  description: z.string(),
})
export type Transaction = z.output<typeof zTransaction>

export const ledger = {
  /**
   * The statement, newest first. `up_to`, taken from the first page's meta, keeps later pages steady while money goes on moving.
   * The same path with .csv answers the whole of it as a file.
   */
  transactions: route({
    method: 'GET',
    path: '/v1/transactions',
    auth: 'bettor',
    input: z.object({ ...statementFilter, ...paging, up_to: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
    answer: z.object({
      data: z.array(zTransaction),
      meta: z.extend(zMeta, { up_to: z.string() }),
      /** Over everything that the filter lets through: what came in, what went out (below zero), and the two together. */
      totals: z.object({ in: zMoney, out: zMoney, net: zMoney }),
    }),
    failures: [],
    fallback: 'Fetching your statement failed',
  }),
} as const
