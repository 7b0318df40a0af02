import * as z from 'zod/mini'
import { route } from './route.ts'

/** A banner as it is shown: `picture` is a path, or null for one of text; `notice` names the approval, the licence and the help line. */
const zShown = z.object({
  banner_id: z.string(),
  title: z.string(),
  body: z.string(),
  picture: z.nullable(z.string()),
  link: z.string(),
  notice: z.string(),
})
export type ShownBanner = z.output<typeof zShown>

export const banners = {
  /** The banners for whoever asks, in their order: none for a bettor to whom nothing may be promoted. */
  banners: route({
    method: 'GET',
    path: '/v1/banners',
    auth: 'optional',
    input: z.object({ lang: z.optional(z.enum(['en', 'sw'])) }),
    answer: z.object({ data: z.array(zShown) }),
    fallback: 'Loading the banners failed',
  }),
} as const
