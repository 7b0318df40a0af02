import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'
import { route } from './route.ts'
import { zCommandId, zEmpty, zText, zTime } from './shapes.ts'

/** A download of everything about a bettor: `rows` so far, or in all once it is ready. */
const zDownload = z.object({
  id: z.string(),
  state: z.enum(['making', 'ready', 'removed']),
  asked_at: zTime,
  ready_at: z.nullable(zTime),
  expires_at: z.nullable(zTime),
  rows: z.number(),
})
export type MyDownload = z.output<typeof zDownload>

/** The address of the file: POST with the session's token and `{ password }`. One JSON line for each row, after an index. */
export const myDataFile = '/v1/my-data.ndjson'

/** What bettors may ask of what the house keeps about them. */
export const rights = {
  /** Asks for a download of everything, at most once in 24 hours. It is made in the background; a message says when it is ready. */
  askMyData: route({
    method: 'POST',
    path: '/v1/my-data',
    auth: 'bettor',
    input: z.object({ id: zCommandId }),
    answer: z.object({ data: zDownload }),
    failures: ['too_many_requests', 'not_available', 'overloaded', 'unknown'],
    fallback: 'Asking for your data failed',
  }),
  /** The newest download; null before the first. */
  myData: route({
    method: 'GET',
    path: '/v1/my-data',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ data: z.nullable(zDownload) }),
    fallback: 'Loading the state of your data failed',
  }),
  /**
   * Asks for erasure: closes the account for ever, if no bet and no withdrawal is open and the balance is withdrawn. The law says how long the
   * house keeps a closed account; after that, at `erased_after`, its personal fields are erased.
   */
  eraseMyData: route({
    method: 'POST',
    path: '/v1/erase-my-data',
    auth: 'bettor',
    input: z.object({ password: zText(200).check(z.minLength(1, fieldSentences.own_password)) }),
    answer: z.object({ success: z.string(), closed_at: zTime, erased_after: zTime }),
    failures: ['not_verified', 'wrong_credentials', 'account_in_use', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Asking for erasure failed',
  }),
} as const
