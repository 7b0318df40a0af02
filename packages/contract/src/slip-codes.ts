import * as z from 'zod/mini'
import { zMatch } from './catalog.ts'
import { fieldSentences } from './field-codes.ts'
import { zLegPart } from './leg-parts.ts'
import { route } from './route.ts'
import { zId, zPrice, zPriceIn, zText } from './shapes.ts'
import { zTypedCode } from './typed-code.ts'

export const zPickIn = z.object({ match_id: zId, sub_type_id: zId, odd_key: zText(300), odd_value: zPriceIn })
export const zSlipIn = z.array(zPickIn).check(z.minLength(1, fieldSentences.pick), z.maxLength(100))

/** The booking code of a slip, and the slip of a code. */
export const slipCodes = {
  share: route({
    method: 'POST',
    path: '/v1/share',
    auth: 'none',
    perAddressMinute: 30,
    input: z.object({ slip: zSlipIn }),
    answer: z.object({ code: z.string() }),
    failures: ['not_available', 'too_many_requests', 'invalid_input'],
    fallback: 'Sharing the slip failed',
  }),
  shared: route({
    method: 'GET',
    path: '/v1/share/:code',
    auth: 'none',
    input: z.object({ code: zTypedCode }),
    answer: z.object({
      data: z.array(
        z.object({
          ucn: z.string(),
          match_id: z.string(),
          sub_type_id: z.string(),
          odd_key: z.string(),
          odd_value: z.nullable(zPrice),
          old_odd_value: zPrice,
          state: z.enum(['open', 'suspended', 'closed', 'started']),
          changed: z.boolean(),
          market: z.string(),
          display: z.string(),
          /** Only of a same-match combination. */
          parts: z.optional(z.array(zLegPart)),
          match: zMatch,
        }),
      ),
    }),
    failures: ['not_found'],
    fallback: 'Fetching the booking code failed',
  }),
} as const
