import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zCommandId, zMeta, zShownText, zText, zTime } from './shapes.ts'

/** The largest picture of a banner, decoded. */
export const bannerBytesMax = 400_000
const pictureTextMax = Math.ceil(bannerBytesMax / 3) * 4

export const bannerAudiences = ['all', 'guests', 'bettors'] as const
/** `waiting`: nobody sees it until another person has approved it. */
export const bannerStates = ['waiting', 'planned', 'running', 'over'] as const
const languages = ['en', 'sw'] as const

const zTexts = z.object({ en: z.string(), sw: z.string() })
const zBoth = (least: number, most: number) => {
  const text = zShownText(most).check(z.trim(), z.minLength(least, 'Please enter a text'))
  return z.object({ en: text, sw: text })
}

const zBanner = z.object({
  banner_id: z.string(),
  title: zTexts,
  body: zTexts,
  picture: z.nullable(z.string()),
  link: z.string(),
  audience: z.enum(bannerAudiences),
  lang: z.nullable(z.enum(languages)),
  starts_at: zTime,
  ends_at: zTime,
  place: z.number(),
  approval: z.string(),
  state: z.enum(bannerStates),
  by: z.string(),
  at: zTime,
  approved_at: z.nullable(zTime),
  approved_by: z.nullable(z.string()),
  ended_at: z.nullable(zTime),
  ended_by: z.nullable(z.string()),
})
export type Banner = z.output<typeof zBanner>

/** The banners of the house. */
export const operatorBanners = {
  banners: operatorRoute({
    permission: 'marketing.read',
    method: 'GET',
    path: '/v1/operator/banners',
    input: z.object({ ...paging, state: z.optional(z.enum(bannerStates)) }),
    answer: z.object({ data: z.array(zBanner), meta: zMeta }),
  }),
  /**
   * Adds a banner between two times, at most a year apart. `lang`: only for readers of that language. What exceeds the hours of banners that one person decides alone
   * within a day (`house.banner_hours_alone`) is `waiting` for another person.
   */
  addBanner: operatorRoute({
    permission: 'marketing.manage',
    action: 'banner.add',
    subject: 'banner :title.en',
    audited: ['title.en', 'link', 'audience', 'starts_at', 'ends_at', 'approval'],
    method: 'POST',
    path: '/v1/operator/banners',
    bodyBytesMax: pictureTextMax + 32 * 1024,
    input: z.object({
      id: z.optional(zCommandId),
      title: zBoth(1, 80),
      body: z.optional(zBoth(0, 200)),
      /** A JPEG or PNG file as base64 text; without it the banner is text. */
      picture: z.optional(
        zText(pictureTextMax).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'The picture is not base64 text')),
      ),
      link: zText(200).check(z.regex(/^\/(?![/\\])[^\s\\]*$/, 'A path of this site')),
      audience: z.enum(bannerAudiences),
      lang: z.optional(z.enum(languages)),
      starts_at: z.iso.datetime(),
      ends_at: z.iso.datetime(),
      place: z.optional(z.int().check(z.gte(1), z.lte(100))),
      approval: zShownText(40).check(z.trim(), z.minLength(1, 'Please give the approval number')),
      reason: zReason,
    }),
    answer: z.object({ banner_id: z.string(), state: z.enum(bannerStates) }),
    failures: ['invalid_input', 'id_reused'],
  }),
  /** Approves another person's banner: it is shown between its times from now on. */
  approveBanner: operatorRoute({
    permission: 'marketing.manage',
    confirms: true,
    action: 'banner.approve',
    subject: 'banner :banner_id',
    method: 'POST',
    path: '/v1/operator/banners/:banner_id/approve',
    input: z.object({ banner_id: zNumber, reason: zReason }),
    answer: z.object({ banner_id: z.string(), state: z.enum(bannerStates) }),
    failures: ['not_found', 'not_allowed', 'not_available'],
  }),
  /** Takes a banner away at once, or drops one that waits; ending it again changes nothing. */
  endBanner: operatorRoute({
    permission: 'marketing.manage',
    action: 'banner.end',
    subject: 'banner :banner_id',
    method: 'POST',
    path: '/v1/operator/banners/:banner_id/end',
    input: z.object({ banner_id: zNumber, reason: zReason }),
    answer: z.object({ banner_id: z.string(), ended_at: zTime }),
    failures: ['not_found'],
  }),
} as const
