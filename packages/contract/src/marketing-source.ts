import * as z from 'zod/mini'
import { zText } from './shapes.ts'

/** The fields of a call that say which advertisement or partner led its bettor to it. */
export const marketingSource = {
  utm_source: z.optional(zText(200)),
  utm_campaign: z.optional(zText(200)),
  btag: z.optional(zText(200)),
}

export type MarketingSource = { [Field in keyof typeof marketingSource]?: string | undefined }

/** The marketing source as the JSON that bets and deposits store; undefined without a source. */
export const attributionOf = ({ utm_source, utm_campaign, btag }: MarketingSource): string | undefined =>
  utm_source || utm_campaign || btag ? JSON.stringify({ utm_source, utm_campaign, btag }) : undefined
