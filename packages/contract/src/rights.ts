import * as z from 'zod/mini'
import { route } from './route.ts'
import { zCommandId, zEmpty, zTime } from './shapes.ts'

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
} as const
