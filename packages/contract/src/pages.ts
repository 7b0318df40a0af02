import * as z from 'zod/mini'
import { route } from './route.ts'

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

/** A run of text with one style; `href` is a path of this site, https:, mailto: or tel:. */
const zSpan = z.object({
  text: z.string(),
  look: z.optional(z.enum(['strong', 'em', 'code'])),
  href: z.optional(z.string()),
})
export type Span = z.output<typeof zSpan>
const zSpans = z.array(zSpan)

/** The parts of a page; `live` names a component of the app, such as the practice slip. Pages contain no HTML. */
export const zBlock = z.union([
  z.object({ kind: z.literal('heading'), level: z.number(), id: z.string(), text: zSpans }),
  z.object({ kind: z.literal('paragraph'), text: zSpans }),
  z.object({ kind: z.literal('note'), text: zSpans }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(zSpans) }),
  z.object({ kind: z.literal('table'), head: z.array(zSpans), rows: z.array(z.array(zSpans)) }),
  z.object({ kind: z.literal('live'), name: z.string() }),
])
export type Block = z.output<typeof zBlock>

export const pages = {
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
        /** The day of the current version, YYYY-MM-DD. */
        updated: z.string(),
        summary: z.string(),
        blocks: z.array(zBlock),
      }),
    }),
    failures: ['not_found'],
    fallback: 'Fetching page failed',
  }),
} as const
