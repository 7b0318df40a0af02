import * as z from 'zod/mini'
import { operatorRoute } from './route.ts'
import { paging, zMeta, zTime } from './shapes.ts'
import { zTypedCode } from './typed-code.ts'

/** A booking code with the number of its picks. Nobody knows who shared it, nor how often it was opened or bet on: sharing needs no session. */
const zCodeRow = z.object({ code: z.string(), picks: z.number(), made_at: zTime })
export type CodeRow = z.output<typeof zCodeRow>

/** The console's calls about booking codes. */
export const consoleCodes = {
  /** Booking codes, the newest first; `code` is one of them, as it was typed or pasted. Codes are deleted when their matches are long over. */
  codes: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/codes',
    input: z.object({ code: z.optional(zTypedCode), ...paging }),
    answer: z.object({ data: z.array(zCodeRow), meta: zMeta }),
  }),
} as const
