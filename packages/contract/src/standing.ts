import * as z from 'zod/mini'

/** A row of a league's table; `form` are the last matches as W, D and L, the newest last. */
export const zStanding = z.object({
  position: z.number(),
  team: z.string(),
  played: z.number(),
  won: z.number(),
  drawn: z.number(),
  lost: z.number(),
  goals_for: z.number(),
  goals_against: z.number(),
  points: z.number(),
  form: z.string(),
})
