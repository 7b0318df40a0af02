import * as z from 'zod/mini'

/** The answer, with status 202, to a call that waits for a second person: the same call by another person, or the proposals' call, confirms it. */
export const zWaiting = z.object({ state: z.literal('waiting'), proposal_id: z.string() })

/** The answer of a call that a second person may have to confirm. */
export const orWaiting = <A extends z.ZodMiniType>(answer: A) => z.union([zWaiting, answer])
