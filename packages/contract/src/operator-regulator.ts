import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zDay, zTime } from './shapes.ts'

/** The file of a day: its SHA-256, and that of the file before, which its first line names. `stopped`: begun, and made again by the next run. */
const zRegulatorDay = z.object({
  day: z.string(),
  state: z.enum(['made', 'making', 'stopped']),
  previous: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  lines: z.nullable(z.number()),
  begun_at: zTime,
  made_at: z.nullable(zTime),
})
export type RegulatorDay = z.output<typeof zRegulatorDay>

/** How far a reader has read: a number of the stream, or the day of a file. */
const zRegulatorReader = z.object({
  name: z.string(),
  what: z.enum(['stream', 'file']),
  upto: z.string(),
  address: z.string(),
  at: zTime,
})
export type RegulatorReader = z.output<typeof zRegulatorReader>

/** The files of the days that the regulator reads. The files and the stream themselves are lines of JSON; docs/operations.md has them. */
export const operatorRegulator = {
  /** The newest 100 days, the next day, who has read what, and how the export is set up. */
  days: operatorRoute({
    permission: 'export.read',
    method: 'GET',
    path: '/v1/operator/regulator',
    input: z.object({}),
    answer: z.object({
      data: z.array(zRegulatorDay),
      next: z.nullable(z.object({ day: z.string(), is_over: z.boolean() })),
      readers: z.array(zRegulatorReader),
      folder: z.string(),
      addresses: z.array(z.string()),
      personal: z.array(z.string()),
    }),
  }),
  /** Makes the file of a day that has ended, and those of the days before it. A file that is made stays as it is. */
  makeDay: operatorRoute({
    permission: 'export.make',
    action: 'regulator.make',
    subject: 'regulator :day',
    method: 'POST',
    path: '/v1/operator/regulator',
    input: z.object({ day: zDay, reason: zReason }),
    answer: z.object({ day: z.string(), state: z.enum(['made', 'making']) }),
    failures: ['not_found', 'too_early'],
  }),
} as const
