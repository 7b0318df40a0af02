import type * as z from 'zod'
import { keyOf, keyVariable } from './config-keys.ts'
import type { GivenKey } from './platform/key-file.ts'

/** The environment variables of the house's own games. */
export const gamesVariables = {
  GAMES_KEY: keyVariable,
}

/** `key` seals the server seeds at rest; without it one is created in the data folder. */
export type GamesSettings = { readonly key: GivenKey | undefined }

/** The settings of the own games. */
export const gamesOf = (e: z.output<z.ZodObject<typeof gamesVariables>>): GamesSettings => ({
  key: keyOf(e.GAMES_KEY),
})
