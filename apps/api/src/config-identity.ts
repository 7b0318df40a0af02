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
  PROOF_PERCENT: z.coerce.number().int().min(0).max(100).optional(),
}

type IdentityEnvironment = z.output<z.ZodObject<typeof identityVariables>> & { PROCESSES: number }

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
