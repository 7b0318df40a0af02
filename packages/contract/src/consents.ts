import * as z from 'zod/mini'
import { consentChannels } from './consent-wording.ts'
import { route } from './route.ts'
import { zText, zTime } from './shapes.ts'

const zConsents = z.object({
  /** The version of the sentences that a bettor agrees to now. */
  wording: z.string(),
  /** Whether promotions may be sent by each channel, since when; `at` is null for one that was never chosen, and then nothing is sent. */
  channels: z.array(z.object({ channel: z.enum(consentChannels), given: z.boolean(), at: z.nullable(zTime) })),
})
export type Consents = z.output<typeof zConsents>

/** The bettor's consent to promotions by message. Messages about money and safety need none. */
export const consents = {
  consents: route({
    method: 'GET',
    path: '/v1/message-consents',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({ data: zConsents }),
    fallback: 'Fetching the choice failed',
  }),
  /**
   * Gives or takes back the consent for a channel. Giving names the version of the sentence that the bettor has read: `not_available` if another one
   * is asked now. The same choice again changes nothing.
   */
  chooseConsent: route({
    method: 'POST',
    path: '/v1/message-consents',
    auth: 'bettor',
    perAddressMinute: 30,
    input: z.object({ channel: z.enum(consentChannels), given: z.boolean(), wording: z.optional(zText(20)) }),
    answer: z.object({ data: zConsents }),
    failures: ['invalid_input', 'not_verified', 'not_available', 'too_many_requests', 'overloaded'],
    fallback: 'Saving the choice failed',
  }),
} as const
