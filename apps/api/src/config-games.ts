import * as z from 'zod'

/** The environment variables of the house's own games. */
export const gamesVariables = {
  GAMES_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
}

/** `key` seals the server seeds at rest; without it one is created in the data folder. */
export type GamesSettings = { readonly key: Uint8Array | undefined }

/** The settings of the own games. */
export const gamesOf = (e: z.output<z.ZodObject<typeof gamesVariables>>): GamesSettings => ({
  key: e.GAMES_KEY === undefined ? undefined : Buffer.from(e.GAMES_KEY, 'hex'),
})
