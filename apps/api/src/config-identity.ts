import { availableParallelism } from 'node:os'
import * as z from 'zod'

export const identityVariables = {
  ARGON2_MEMORY_KIB: z.coerce.number().int().min(1024).max(1_048_576).default(19_456),
  HASHES_AT_ONCE: z.coerce.number().int().min(1).max(64).optional(),
  LOGIN_FAILURES_HOUR: z.coerce.number().int().min(1).max(10_000).default(100),
  MESSAGES_HOUR: z.coerce.number().int().min(1).max(1000).default(10),
  MESSAGES_DAY: z.coerce.number().int().min(1).max(1000).default(20),
  MESSAGES_ADDRESS_HOUR: z.coerce.number().int().min(1).max(100_000).default(30),
  CODES_ADDRESS_HOUR: z.coerce.number().int().min(1).max(100_000).default(200),
  SMILE_ID_URL: z.url().default('https://api.smileidentity.com'),
  SMILE_ID_PARTNER: z
    .string()
    .regex(/^\d{1,6}$/, 'must be the partner number')
    .optional(),
  SMILE_ID_KEY: z.string().optional(),
  PROOF_PERCENT: z.coerce.number().int().min(0).max(100).optional(),
}

type IdentityEnvironment = z.output<z.ZodObject<typeof identityVariables>> & { PROCESSES: number }

/** The settings of Smile ID, the electronic source of identities; undefined if it is not used. */
export function smileIdOf(
  { SMILE_ID_URL: url, SMILE_ID_PARTNER: partnerId, SMILE_ID_KEY: apiKey }: IdentityEnvironment,
  { production, wrong }: { production: boolean; wrong: string[] },
) {
  if (partnerId === undefined && apiKey === undefined) return undefined
  if (production && new URL(url).protocol !== 'https:') wrong.push('SMILE_ID_URL: must begin with https in production')
  if (partnerId !== undefined && apiKey !== undefined) return { url: url.replace(/\/+$/, ''), partnerId, apiKey }
  wrong.push('SMILE_ID_PARTNER, SMILE_ID_KEY: one is missing, but the other is set')
  return undefined
}

/** The settings of sign-up, login and messages. */
export const identityOf = (e: IdentityEnvironment, { sandbox }: { sandbox: boolean }) => ({
  failuresAnHour: e.LOGIN_FAILURES_HOUR,
  messages: {
    anHour: e.MESSAGES_HOUR,
    aDay: e.MESSAGES_DAY,
    anAddressHour: e.MESSAGES_ADDRESS_HOUR,
    codesAnAddressHour: e.CODES_ADDRESS_HOUR,
  },
  /** By default all processes together use half of the processors, so that a flood of logins leaves the other half for bets. */
  hashesAtOnce: e.HASHES_AT_ONCE ?? Math.max(1, Math.floor(availableParallelism() / 2 / e.PROCESSES)),
  /** The share of new accounts, in percent, that must prove their identity by chance; none in the sandbox, where every account can be tried. */
  proofPercent: e.PROOF_PERCENT ?? (sandbox ? 0 : 2),
})
