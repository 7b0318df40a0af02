import * as z from 'zod/mini'
import { route } from './route.ts'
import { zTime, zText } from './shapes.ts'

const zTerms = z.object({
  /** The version that new accounts accept. */
  current: z.string(),
  accepted: z.string(),
  accepted_at: zTime,
  /** Whether the bettor is asked to accept the current version. */
  is_asked: z.boolean(),
})

/** The version of the terms that a bettor has accepted. */
export const terms = {
  terms: route({
    method: 'GET',
    path: '/v1/terms',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({ data: zTerms }),
    fallback: 'Loading the terms failed',
  }),
  /** Accepts the current version, which the bettor has read; accepting it again changes nothing. Refused for any other version. */
  acceptTerms: route({
    method: 'POST',
    path: '/v1/terms',
    auth: 'bettor',
    input: z.object({ version: zText(20) }),
    answer: z.object({ data: zTerms }),
    failures: ['not_available'],
    fallback: 'Accepting the terms failed',
  }),
} as const
