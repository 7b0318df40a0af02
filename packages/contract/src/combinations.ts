import * as z from 'zod/mini'
import { route } from './route.ts'
import { zId, zPrice, zText } from './shapes.ts'

/** The market of same-match combinations: several picks of one soccer match, priced as one. */
export const combinationId = '900'

/** The fewest and the most picks of a combination. */
export const combinationParts = { least: 2, most: 8 } as const

/**
 * Why picks do not go together: they never happen together, one adds nothing to the others, the market cannot be combined, or a pick is not
 * on offer now.
 */
export const conflictReasons = ['impossible', 'implied', 'not_combinable', 'suspended'] as const
export type ConflictReason = (typeof conflictReasons)[number]

/** Why picks have no price together. A part is `m<sub_type_id> <odd_key>`; of `implied` the first is the one that adds nothing. */
export const zConflict = z.object({ parts: z.array(z.string()), why: z.enum(conflictReasons) })

export const combinations = {
  /**
   * The price of several picks of a soccer match together. `odd_key` is the one of market 900, in its order whatever the order of the picks.
   * `odd_value` is null with any conflict, and where the combination is not offered; `singles` is the product of the single prices, and
   * `one_in` is one divided by the chance of all together, each null while that is not known. Nothing is stored. A screen asks at each tap, and no
   * hand taps ten times a second for a minute.
   */
  combine: route({
    method: 'POST',
    path: '/v1/bet/combine',
    auth: 'optional',
    perAddressMinute: 600,
    input: z.object({
      match_id: zId,
      picks: z
        .array(z.object({ sub_type_id: zId, odd_key: zText(40) }))
        .check(z.minLength(combinationParts.least), z.maxLength(combinationParts.most)),
    }),
    answer: z.object({
      data: z.object({
        sub_type_id: z.literal(combinationId),
        odd_key: z.string(),
        odd_value: z.nullable(zPrice),
        singles: z.nullable(zPrice),
        one_in: z.nullable(z.string()),
        conflicts: z.array(zConflict),
      }),
    }),
    failures: ['invalid_input', 'not_found', 'too_many_requests'],
    fallback: 'Fetching the price failed',
  }),
} as const
