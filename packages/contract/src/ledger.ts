import * as z from 'zod/mini'
import { products } from './products.ts'
import { route } from './route.ts'
import { paging, zDay, zMeta, zMoney, zText, zTime } from './shapes.ts'

/** The filters of a statement. `from` and `to` are days of the country, both inclusive. */
export const statementFilter = {
  kind: z.optional(zText(40)),
  from: z.optional(zDay),
  to: z.optional(zDay),
}

/**
 * One movement of the bettor's cash. `amount` is signed, `balance` is the balance after it, `tax` the tax in it. A payment's `details`
 * are its gross, tax and net: what a deposit paid and credited, what a withdrawal debited and sent. `debt` is the change of the
 * bettor's debt (below zero: repaid) and the debt after it; null if the transfer did not change it. `returnable` is the same for
 * money that could not be played with and is paid back to its payer. `bonus` is the change of the bettor's bonus money and what is left of it;
 * a transfer that changed only that is a movement of zero. A movement for a ticket has its `product`; one of an own game or
 * of a provider's game has also the `game` ("mines", "crash", "smartsoft:JetX") and the `name` that players know it by.
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
  bonus: z.optional(z.object({ change: zMoney, left: zMoney })),
  about: z.nullable(z.object({ type: z.enum(['bet', 'payment']), id: z.string() })),
  description: z.string(),
  product: z.optional(z.enum(products)),
  game: z.optional(z.string()),
  name: z.optional(z.string()),
})
export type Transaction = z.output<typeof zTransaction>

export const ledger = {
  /**
   * The statement, newest first. `up_to` from the first page's meta keeps later pages stable while money moves. The same path with
   * .csv returns the whole statement as a file.
   */
  transactions: route({
    method: 'GET',
    path: '/v1/transactions',
    auth: 'bettor',
    input: z.object({ ...statementFilter, ...paging, up_to: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
    csv: z.object(statementFilter),
    answer: z.object({
      data: z.array(zTransaction),
      meta: z.extend(zMeta, { up_to: z.string() }),
      /** Over all rows of the filter: credits, debits (below zero), and their sum. */
      totals: z.object({ in: zMoney, out: zMoney, net: zMoney }),
    }),
    fallback: 'Fetching your statement failed',
  }),
} as const
