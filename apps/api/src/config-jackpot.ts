import * as z from 'zod'

/** The environment variables of the jackpots. */
export const jackpotVariables = {
  JACKPOT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
}

/** `key` seals the seeds of the public draws at rest; without it one is created in the data folder. */
export type JackpotSettings = { readonly key: Uint8Array | undefined }

/** The settings of the jackpots. */
export const jackpotOf = (e: z.output<z.ZodObject<typeof jackpotVariables>>): JackpotSettings => ({
  key: e.JACKPOT_KEY === undefined ? undefined : Buffer.from(e.JACKPOT_KEY, 'hex'),
})
