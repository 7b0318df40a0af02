import * as z from 'zod/mini'
import { route } from './route.ts'
import { zEmpty, zMoney, zPrice, zText } from './shapes.ts'

const zImages = z.object({
  status: z.literal(200),
  images: z.array(z.object({ id: z.string(), image: z.string(), title: z.string(), link: z.string() })),
})

export const zSettings = z.object({
  name: z.string(),
  currency: z.string(),
  country: z.string(),
  min_stake: zMoney,
  max_stake: zMoney,
  max_payout: zMoney,
  max_legs: z.number(),
  max_system_legs: z.number(),
  min_age: z.number(),
  live_delay_s: z.number(),
  boost: z.object({
    table: z.array(z.object({ legs: z.number(), percent: z.number() })),
    min_leg: zPrice,
    cap: zMoney,
    exclude: z.array(z.string()),
  }),
  taxes: z.array(z.object({ kind: z.string(), base: z.string(), percent: z.string(), from: z.string() })),
  features: z.record(z.string(), z.boolean()),
  sports: z.array(z.object({ sport_id: z.string(), name: z.string() })),
  contacts: z.record(z.string(), z.string()),
  terms_version: z.string(),
  rules_version: z.string(),
  server_time: z.string(),
  sandbox: z.boolean(),
})
export type Settings = z.output<typeof zSettings>

export const contentPages = [
  'how-to-play',
  'privacy-policy',
  'cookie-policy',
  'dispute-resolution',
  'anti-money-laundering',
  'terms-and-conditions',
  'responsible-gambling',
] as const
export type ContentPage = (typeof contentPages)[number]

/** A run of text with one look; `href` is a path of this site, https:, mailto: or tel:. */
const zSpan = z.object({
  text: z.string(),
  look: z.optional(z.enum(['strong', 'em', 'code'])),
  href: z.optional(z.string()),
})
export type Span = z.output<typeof zSpan>
const zSpans = z.array(zSpan)

/** The parts of a page; `live` names something the app shows there, such as the practice slip. No HTML crosses the wire. */
export const zBlock = z.union([
  z.object({ kind: z.literal('heading'), level: z.number(), id: z.string(), text: zSpans }),
  z.object({ kind: z.literal('paragraph'), text: zSpans }),
  z.object({ kind: z.literal('note'), text: zSpans }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(zSpans) }),
  z.object({ kind: z.literal('table'), head: z.array(zSpans), rows: z.array(z.array(zSpans)) }),
  z.object({ kind: z.literal('live'), name: z.string() }),
])
export type Block = z.output<typeof zBlock>

export const content = {
  settings: route({
    method: 'POST',
    path: '/v1/bet/settings',
    auth: 'none',
    input: zEmpty,
    answer: z.object({ status_code: z.literal(200), message: zSettings }),
    failures: [],
    fallback: 'Fetching App Configs failed',
  }),
  carousel: route({
    method: 'GET',
    path: '/v1/carousel-images',
    auth: 'none',
    input: zEmpty,
    answer: zImages,
    failures: [],
    fallback: 'Fetching Carousel images failed',
  }),
  casinoCarousel: route({
    method: 'GET',
    path: '/v1/casino-carousel-images',
    auth: 'none',
    input: zEmpty,
    answer: zImages,
    failures: [],
    fallback: 'Fetching CAsino Carousel images failed',
  }),
  page: route({
    method: 'GET',
    path: '/v1/pages/:page',
    auth: 'none',
    input: z.object({ page: z.enum(contentPages), lang: z.optional(z.enum(['en', 'sw'])) }),
    answer: z.object({
      data: z.object({
        page: z.enum(contentPages),
        lang: z.enum(['en', 'sw']),
        title: z.string(),
        /** The day of the present wording, YYYY-MM-DD. */
        updated: z.string(),
        summary: z.string(),
        blocks: z.array(zBlock),
      }),
    }),
    failures: ['not_found'],
    fallback: 'Fetching page failed',
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
