import * as z from 'zod/mini'
import { zTime } from './shapes.ts'

export const legStates = ['open', 'won', 'lost', 'void', 'half_won', 'half_lost'] as const

/** A pick of a same-match combination: only the legs of market 900 have parts. */
export const zLegPart = z.object({
  sub_type_id: z.string(),
  odd_key: z.string(),
  market: z.string(),
  display: z.string(),
  state: z.enum(legStates),
})

/** A match of a jackpot ticket with the outcomes that were picked, and its result in the pool. */
export const zTicketPick = z.object({
  match_id: z.string(),
  outcomes: z.array(z.string()),
  home_team: z.optional(z.string()),
  away_team: z.optional(z.string()),
  start_time: z.optional(zTime),
  /** An outcome, or void. */
  outcome: z.optional(z.string()),
  /** The outcome drawn for a void match. */
  drawn: z.optional(z.string()),
  full_time: z.optional(z.string()),
  state: z.optional(z.enum(['open', 'won', 'lost', 'void'])),
})
