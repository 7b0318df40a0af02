import * as z from 'zod'

/** The environment variables of the feeds that call an external service. */
export const feedVariables = {
  THE_ODDS_API_KEY: z.string().optional(),
  THE_ODDS_API_URL: z.url().default('https://api.the-odds-api.com'),
  THE_ODDS_API_SPORTS: z.string().default('soccer_epl'),
  THE_ODDS_API_STALE_S: z.coerce.number().int().min(60).max(86_400).default(1800),
  THE_ODDS_API_EVERY_S: z.coerce.number().int().min(10).max(86_400).default(300),
  FEED_PRICE_AGE_S: z.coerce.number().int().min(10).max(86_400).default(900),
  FEED_BOOK_LEAST: z.coerce.number().min(0.5).max(1.2).default(1),
  FEED_BOOK_MOST: z.coerce.number().min(1.01).max(3).default(1.4),
  ISPORTS_API_KEY: z.string().optional(),
  ISPORTS_API_URL: z.url().default('https://api.isportsapi.com'),
  ISPORTS_API_LEAGUES: z
    .string()
    .regex(/^(\d+(,\d+)*)?$/, 'must be ids of leagues, separated by commas')
    .default(''),
  ISPORTS_API_COMPANY: z.string().regex(/^\d+$/, 'must be the id of one company').default('8'),
  ISPORTS_API_LIVE_BETS: z
    .stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] })
    .default(false),
} as const

type Environment = z.output<z.ZodObject<typeof feedVariables>> & { readonly FEED: string }

/** The settings of these feeds. Adds to `wrong` the missing variables of the chosen feed. */
export function feedsOf(e: Environment, wrong: string[]) {
  if (e.FEED === 'the-odds-api' && !e.THE_ODDS_API_KEY) wrong.push('THE_ODDS_API_KEY: is required by FEED=the-odds-api')
  if (e.FEED === 'isports-api' && !e.ISPORTS_API_KEY) wrong.push('ISPORTS_API_KEY: is required by FEED=isports-api')
  return {
    /** The range of a plausible book: the sum of 1/price over the outcomes of a market with one winner. */
    band: { least: e.FEED_BOOK_LEAST, most: e.FEED_BOOK_MOST },
    oddsApi: {
      key: e.THE_ODDS_API_KEY ?? '',
      url: e.THE_ODDS_API_URL,
      sports: e.THE_ODDS_API_SPORTS.split(','),
      staleMs: e.THE_ODDS_API_STALE_S * 1000,
      everyMs: e.THE_ODDS_API_EVERY_S * 1000,
      /** How long a price counts without confirmation, at least two polls. */
      validMs: Math.max(e.FEED_PRICE_AGE_S, 2 * e.THE_ODDS_API_EVERY_S) * 1000,
    },
    isports: {
      key: e.ISPORTS_API_KEY ?? '',
      url: e.ISPORTS_API_URL,
      leagues: e.ISPORTS_API_LEAGUES.split(',').filter((id) => id !== ''),
      company: e.ISPORTS_API_COMPANY,
      liveBets: e.ISPORTS_API_LIVE_BETS,
      validMs: Math.max(e.FEED_PRICE_AGE_S, 120) * 1000,
    },
  }
}
