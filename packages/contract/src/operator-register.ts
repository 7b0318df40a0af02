import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zCommandId, zDay, zShownText, zText, zTime } from './shapes.ts'

/** The longest file of the register: about 50,000 persons. */
const fileCharsMax = 8_000_000

/** A file of the register that was read. `ended` are persons whose exclusion is over, `bad` lines that could not be read; `faults` the first 100. */
const zRegisterRun = z.object({
  run_id: z.string(),
  version: z.string(),
  run_on: zDay,
  persons: z.number(),
  ended: z.number(),
  bad: z.number(),
  faults: z.array(z.object({ line: z.number(), fault: z.string() })),
  by: z.string(),
  at: zTime,
  /** When all accounts were last checked against it; null before the first time, and for all but the last run. */
  checked_at: z.nullable(zTime),
  /** The accounts that checks of it have excluded, and that must prove their identity. */
  excluded: z.number(),
  to_prove: z.number(),
})
export type RegisterRun = z.output<typeof zRegisterRun>

/** The authority's register of excluded persons: the house's out, the register in. */
export const operatorRegister = {
  /** The last 50 runs, the newest first. The file has the house's own excluded persons as HMACs with the authority's key. */
  registerRuns: operatorRoute({
    permission: 'protection.read',
    method: 'GET',
    path: '/v1/operator/protection/register',
    input: z.object({}),
    csv: z.object({ reason: zReason }),
    csvPermission: 'protection.act',
    answer: z.object({ has_key: z.boolean(), data: z.array(zRegisterRun) }),
  }),
  /** Takes a file of the register in as CSV with the columns id_hmac, person_hmac and until. It replaces the run before; all accounts are checked. */
  readRegister: operatorRoute({
    permission: 'protection.act',
    action: 'register.read',
    subject: 'register :run_on',
    audited: ['version'],
    bodyBytesMax: fileCharsMax,
    method: 'POST',
    path: '/v1/operator/protection/register',
    input: z.object({
      id: zCommandId,
      version: zShownText(60).check(z.trim(), z.minLength(1)),
      run_on: zDay,
      file: zText(fileCharsMax),
      reason: zReason,
    }),
    answer: z.object({ data: zRegisterRun }),
    failures: ['invalid_input', 'not_available', 'id_reused'],
  }),
} as const
