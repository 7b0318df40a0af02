import * as z from 'zod/mini'
import { route } from './route.ts'
import { zCommandId, zTime } from './shapes.ts'

/** Browsers of the sandbox, which get notices by its own push service. */
export const sandboxPush = {
  /** A new browser, with the subscription that it would give. */
  newBrowser: route({
    method: 'POST',
    path: '/sandbox/push',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({}),
    answer: z.object({
      push_id: z.string(),
      subscription: z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) }),
    }),
    fallback: 'Making the browser failed',
  }),
  /** What a browser got, decrypted, newest last. */
  browser: route({
    method: 'GET',
    path: '/sandbox/push/:push_id',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ push_id: zCommandId }),
    answer: z.object({ notices: z.array(z.object({ at: zTime, text: z.string() })) }),
    fallback: 'Fetching the notices failed',
  }),
  /** The push service answers from now on that the browser wants no notices. */
  endBrowser: route({
    method: 'POST',
    path: '/sandbox/push/:push_id/end',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ push_id: zCommandId }),
    answer: z.object({ push_id: z.string() }),
    fallback: 'Ending the browser failed',
  }),
} as const
