import type * as z from 'zod'
import { keyOf, keyVariable } from './config-keys.ts'
import type { GivenKey } from './platform/key-file.ts'

/** The environment variables of the jackpots. */
export const jackpotVariables = {
  JACKPOT_KEY: keyVariable,
}

/** `key` seals the seeds of the public draws at rest; without it one is created in the data folder. */
export type JackpotSettings = { readonly key: GivenKey | undefined }

/** The settings of the jackpots. */
export const jackpotOf = (e: z.output<z.ZodObject<typeof jackpotVariables>>): JackpotSettings => ({
  key: keyOf(e.JACKPOT_KEY),
})
