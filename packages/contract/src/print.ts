import * as z from 'zod/mini'
import { route } from './route.ts'
import { counted, zDay, zId, zPrice, zTime } from './shapes.ts'

export const printWidths = ['a4', '80mm'] as const
export type PrintWidth = (typeof printWidths)[number]

/** The maximum number of matches of one printed list. */
export const printedMax = 1_000

const zLimit = counted(printedMax, 500)

/** How a list is printed: its language, and the width of the paper of its PDF. */
const paper = {
  lang: z._default(z.enum(['en', 'sw']), 'en'),
  width: z._default(z.enum(printWidths), 'a4'),
}

/** Which matches are printed: those of GET /v1/matches with the same filters, by league. */
export const printMatchesInput = z.object({
  sport_id: z.optional(zId),
  competition_id: z.optional(zId),
  date: z.optional(zDay),
  when: z._default(z.enum(['highlights', 'today', 'upcoming']), 'highlights'),
  limit: zLimit,
  ...paper,
})

/** Without `jackpot_id` it is the open pool that closes first. */
export const printJackpotInput = z.object({ jackpot_id: z.optional(zId), ...paper })

const zPrinted = z.object({
  match_id: z.string(),
  game_id: z.string(),
  sport_id: z.string(),
  competition_id: z.string(),
  competition_name: z.string(),
  category: z.string(),
  start_time: zTime,
  home_team: z.string(),
  away_team: z.string(),
  home_odd: z.nullable(zPrice),
  neutral_odd: z.nullable(zPrice),
  away_odd: z.nullable(zPrice),
})

/** A match with its prices: result, double chance, over and under 2.5. `sms` is the text that bets KSh 100 on its first outcome. */
export const zPrintedMatch = z.extend(zPrinted, {
  odd_1x: z.nullable(zPrice),
  odd_12: z.nullable(zPrice),
  odd_x2: z.nullable(zPrice),
  over_odd: z.nullable(zPrice),
  under_odd: z.nullable(zPrice),
  sms: z.string(),
})

/** A match of a pool with its place in the SMS code, from 1. */
export const zPrintedJackpotMatch = z.extend(zPrinted, { place: z.number() })

/** `address` is the page of the list on the site, also in its QR code; `pdf` the path of the same list as a file. */
const zSheet = z.object({
  name: z.string(),
  printed_at: zTime,
  address: z.string(),
  pdf: z.string(),
  help_line: z.string(),
  min_age: z.number(),
  sms_example: z.string(),
})

const zMatchesMeta = z.extend(zSheet, { limit: z.number(), total: z.number() })

const zJackpotMeta = z.extend(zSheet, {
  jackpot_id: z.string(),
  code: z.string(),
  amount: z.string(),
  stake: z.string(),
  closes_at: zTime,
})

const printMatches = {
  path: '/v1/print/matches',
  auth: 'none',
  input: printMatchesInput,
  answer: z.object({ data: z.array(zPrintedMatch), meta: zMatchesMeta }),
  failures: ['overloaded'],
  fallback: 'Print matches Failed',
} as const

const printJackpot = {
  path: '/v1/print/jackpot',
  auth: 'none',
  input: printJackpotInput,
  answer: z.object({ data: z.array(zPrintedJackpotMatch), meta: zJackpotMeta }),
  failures: ['not_found', 'overloaded'],
  fallback: 'Print matches Failed',
} as const

/** Each list also is a PDF: GET with `.pdf` after the path. The specification leaves the method to the caller, so both are served. */
export const print = {
  matches: route({ method: 'GET', pdf: true, ...printMatches }),
  jackpot: route({ method: 'GET', pdf: true, ...printJackpot }),
  matchesPosted: route({ method: 'POST', ...printMatches }),
  jackpotPosted: route({ method: 'POST', ...printJackpot }),
} as const
