import * as z from 'zod/mini'
import { zMatchEvent } from './match-events.ts'
import { products } from './products.ts'
import { operatorRoute } from './route.ts'
import { zText, zTime } from './shapes.ts'

export const heavyRead = { perAddressMinute: 240 } as const
/** The reason of an operator's change, for the audit log. */
export const zReason = zText(500).check(z.trim(), z.minLength(3, 'Please say why'))

/** Whether a product accepts new stakes; `operator` and `changed_at` are null if it was never paused. */
const zProductState = z.object({
  product: z.enum(products),
  paused: z.boolean(),
  operator: z.nullable(z.string()),
  changed_at: z.nullable(zTime),
})

/** The operators' calls about matches. */
export const operatorMatches = {
  suspendMatch: operatorRoute({
    permission: 'trading.act',
    action: 'match.suspend',
    subject: 'match :match_id',
    audited: ['suspend'],
    method: 'POST',
    path: '/v1/operator/matches/:match_id/suspend',
    input: z.object({ match_id: z.string().check(z.regex(/^\d{8}$/)), suspend: z.boolean(), reason: zReason }),
    answer: z.object({ match_id: z.string(), suspended: z.boolean() }),
    failures: ['not_found'],
  }),
  /** The reported events of a match in every version, including corrected ones. At most 1,000 rows. */
  matchEvents: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/matches/:match_id/events',
    input: z.object({ match_id: z.string().check(z.regex(/^\d{8}$/)) }),
    answer: z.object({
      data: z.array(z.extend(zMatchEvent, { version: z.number(), source: z.string(), at: zTime })),
    }),
    failures: ['not_found'],
  }),
} as const

/** The operators' calls that pause products. */
export const operatorProducts = {
  /** Every product, with whether it is paused. */
  products: operatorRoute({
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/products',
    input: z.object({}),
    answer: z.object({ data: z.array(zProductState) }),
  }),
  /** Pauses a product for new stakes, or resumes it. No stake on it is accepted after a pause has returned. */
  pauseProduct: operatorRoute({
    permission: 'products.stop',
    action: 'product.pause',
    subject: 'product :product',
    audited: ['paused'],
    method: 'POST',
    path: '/v1/operator/products/:product/pause',
    input: z.object({ product: z.enum(products), paused: z.boolean(), reason: zReason }),
    also: ['products.resume'],
    alsoNeeds: ({ paused }) => (paused ? undefined : 'products.resume'),
    answer: z.object({ product: z.enum(products), paused: z.boolean() }),
  }),
} as const
