import * as z from 'zod/mini'
import { route } from './route.ts'
import { zEmpty, zMoney, zPrice, zProvider, zText } from './shapes.ts'

const zImages = z.object({
  status: z.literal(200),
  images: z.array(z.object({ id: z.string(), image: z.string(), title: z.string(), link: z.string() })),
})

export const zSettings = z.object({
  name: z.string(),
  currency: z.string(),
  /** How amounts are shown: the sign before them, and the digits after the point, 0 or 2. On the wire are always two. */
  amounts: z.object({ sign: z.string(), digits: z.number() }),
  country: z.string(),
  /** The language of who has chosen none. */
  first_language: z.enum(['en', 'sw']),
  time_zone: z.string(),
  numbers: z.object({ calling_code: z.string(), mobile: z.string() }),
  min_stake: zMoney,
  /** Stakes that the slip offers beside the least one. */
  quick_stakes: z.array(zMoney),
  max_stake: zMoney,
  max_payout: zMoney,
  max_legs: z.number(),
  max_system_legs: z.number(),
  min_age: z.number(),
  /** How long a change of a bettor's own limit waits, and whether no bet is taken for so long, also after a lower one. */
  limit_changes: z.object({ wait_hours: z.number(), stops_bets: z.boolean() }),
  live_delay_s: z.number(),
  boost: z.object({
    table: z.array(z.object({ legs: z.number(), percent: z.number() })),
    min_leg: zPrice,
    cap: zMoney,
    /** Products whose bets get no boost. */
    exclude: z.array(z.string()),
  }),
  /** A tax on a base from a day on. That on each `win` may be of one `product` only, and `of` the `gross` payout instead of what is above the stake. */
  taxes: z.array(
    z.object({
      ...{ kind: z.string(), base: z.string(), percent: z.string(), from: z.string() },
      ...{ product: z.optional(z.string()), of: z.optional(z.enum(['net', 'gross'])) },
    }),
  ),
  /**
   * The configured providers, the paybill number for payments that customers start themselves, what they dial for the menu of M-Pesa, and the limits of amounts. The minimum
   * withdrawal is the provider's smallest payout plus its tax.
   */
  payments: z.object({
    providers: z.array(zProvider),
    paybill: z.nullable(z.string()),
    mpesa_menu: z.optional(z.string()),
    /** The first digits of the national numbers that a provider usually has, to select it first: people keep their numbers when they change. */
    prefixes: z.optional(z.record(z.string(), z.array(z.string()))),
    deposit_min: zMoney,
    deposit_max: zMoney,
    withdrawal_min: zMoney,
    withdrawal_max: zMoney,
  }),
  features: z.record(z.string(), z.boolean()),
  sports: z.array(z.object({ sport_id: z.string(), name: z.string() })),
  contacts: z.record(z.string(), z.string()),
  /** Who holds the licence: what the house's file says of company, address, licence, its date and the regulator. */
  operator: z.record(z.string(), z.string()),
  terms_version: z.string(),
  rules_version: z.string(),
  server_time: z.string(),
  sandbox: z.boolean(),
})
export type Settings = z.output<typeof zSettings>

export const content = {
  settings: route({
    method: 'POST',
    path: '/v1/bet/settings',
    auth: 'none',
    input: zEmpty,
    answer: z.object({ status_code: z.literal(200), message: zSettings }),
    fallback: 'Fetching App Configs failed',
  }),
  /** Without the images that advertise promotions for a bettor to whom nothing may be promoted. */
  carousel: route({
    method: 'GET',
    path: '/v1/carousel-images',
    auth: 'optional',
    input: zEmpty,
    answer: zImages,
    fallback: 'Fetching Carousel images failed',
  }),
  casinoCarousel: route({
    method: 'GET',
    path: '/v1/casino-carousel-images',
    auth: 'optional',
    input: zEmpty,
    answer: zImages,
    fallback: 'Fetching CAsino Carousel images failed',
  }),
  launch: route({
    method: 'POST',
    path: '/v1/igpixel/launch',
    auth: 'optional',
    input: z.object({ game: z.optional(zText(100)), return_url: z.optional(zText(400)) }),
    answer: z.object({ url: z.string() }),
    failures: ['invalid_input', 'not_available'],
    fallback: 'Fetching App Configs failed',
  }),
} as const
