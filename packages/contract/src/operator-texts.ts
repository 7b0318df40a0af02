import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { contentPages, zBlock } from './pages.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { zCommandId, zText, zTime } from './shapes.ts'

const zPage = z.enum(contentPages)
const zVersion = z.int().check(z.gte(0), z.lte(1_000_000))
const zSource = zText(60_000).check(z.trim(), z.minLength(1, 'Please enter a text'))
const zLabel = zText(20).check(z.trim(), z.regex(/^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$/, 'A version like 2026-11-01'))

/** What bettors read now, and what is planned: `version` 0 is the file. */
const zPublished = z.object({ version: z.number(), from: z.nullable(zTime), by: z.nullable(z.string()) })
const zPlanned = z.object({ publication_id: z.string(), version: z.number(), from: zTime, by: z.string() })

const zRead = z.object({ title: z.string(), updated: z.string(), summary: z.string(), blocks: z.array(zBlock) })
const zLanguage = z.object({
  source: z.string(),
  /** What bettors would read; null if the text cannot be read, and then `fault` says why. */
  shown: z.nullable(zRead),
  fault: z.nullable(z.string()),
})
export type ShownText = z.output<typeof zLanguage>

/** The pages that bettors read, with their versions. A version is never changed; going back to an earlier one makes a new one. */
export const operatorTexts = {
  texts: operatorRoute({
    permission: 'marketing.read',
    method: 'GET',
    path: '/v1/operator/texts',
    input: z.object({}),
    answer: z.object({
      terms_version: z.string(),
      data: z.array(
        z.object({
          page: zPage,
          title: z.string(),
          versions: z.number(),
          /** The newest version, if nobody has published or dropped it yet. */
          draft: z.nullable(z.object({ version: z.number(), by: z.string(), at: zTime })),
          published: zPublished,
          planned: z.array(zPlanned),
        }),
      ),
    }),
  }),
  /** The versions of a page, the newest first, at most the last 100, and its publications. */
  textVersions: operatorRoute({
    permission: 'marketing.read',
    method: 'GET',
    path: '/v1/operator/texts/:page',
    input: z.object({ page: zPage }),
    answer: z.object({
      page: zPage,
      published: zPublished,
      planned: z.array(zPlanned),
      versions: z.array(
        z.object({
          version: z.number(),
          of_version: z.nullable(z.number()),
          by: z.nullable(z.string()),
          at: z.nullable(zTime),
          reason: z.nullable(z.string()),
          /** Who dropped it before anybody read it. */
          dropped_by: z.nullable(z.string()),
        }),
      ),
      publications: z.array(
        z.object({
          ...{ publication_id: z.string(), version: z.number(), from: zTime, by: z.string() },
          ...{ confirmed_by: z.nullable(z.string()), reason: z.string(), at: zTime },
          /** Who cancelled it before its moment, and why. */
          cancelled: z.nullable(
            z.object({ by: z.string(), confirmed_by: z.nullable(z.string()), reason: z.string(), at: zTime }),
          ),
        }),
      ),
    }),
  }),
  /** A version as it is written and as bettors would read it, in both languages. */
  textVersion: operatorRoute({
    permission: 'marketing.read',
    method: 'GET',
    path: '/v1/operator/texts/:page/:version',
    input: z.object({ page: zPage, version: z.string().check(z.regex(/^\d{1,6}$/)) }),
    answer: z.object({ page: zPage, version: z.number(), en: zLanguage, sw: zLanguage }),
    failures: ['not_found'],
  }),
  /** Writes a new version, which nobody reads until it is published: both texts, or those of an earlier version. */
  saveText: operatorRoute({
    permission: 'marketing.manage',
    action: 'text.save',
    subject: 'text :page',
    audited: ['of_version'],
    method: 'POST',
    path: '/v1/operator/texts',
    bodyBytesMax: 512 * 1024,
    input: z.object({
      id: z.optional(zCommandId),
      page: zPage,
      en: z.optional(zSource),
      sw: z.optional(zSource),
      of_version: z.optional(zVersion),
      reason: zReason,
    }),
    answer: z.object({ page: zPage, version: z.number() }),
    failures: ['invalid_input', 'not_found', 'id_reused'],
  }),
  /**
   * Publishes a version, now or at a time. Terms need a new `terms_version`, which bettors are then asked to accept, and a second person, because
   * they bind bettors; bets stay under the version that they were placed under.
   */
  publishText: operatorRoute({
    permission: 'marketing.manage',
    second: 'depends',
    action: 'text.publish',
    subject: 'text :page',
    audited: ['version', 'from', 'terms_version'],
    method: 'POST',
    path: '/v1/operator/texts/:page/publish',
    input: z.object({
      id: z.optional(zCommandId),
      page: zPage,
      version: zVersion.check(z.gte(1)),
      from: z.optional(z.iso.datetime()),
      terms_version: z.optional(zLabel),
      reason: zReason,
    }),
    answer: orWaiting(
      z.object({ page: zPage, version: z.number(), from: zTime, state: z.enum(['published', 'planned']) }),
    ),
    failures: ['invalid_input', 'not_found', 'not_available', 'id_reused'],
  }),
  /**
   * Cancels a planned publication: at its moment bettors go on reading what they read. Planned terms need a second person for that too, and the version that
   * bettors accept stays as it was; their cancelled version is not used again. One that has begun is `not_available`.
   */
  cancelText: operatorRoute({
    permission: 'marketing.manage',
    second: 'depends',
    action: 'text.cancel',
    subject: 'text :page',
    audited: ['publication_id'],
    method: 'POST',
    path: '/v1/operator/texts/:page/cancel',
    input: z.object({ id: z.optional(zCommandId), page: zPage, publication_id: zNumber, reason: zReason }),
    answer: orWaiting(z.object({ page: zPage, version: z.number(), from: zTime, state: z.literal('cancelled') })),
    failures: ['not_found', 'not_available', 'id_reused'],
  }),
  /** Drops a version that nobody will publish, so that it waits no more; one that bettors read or will read is `not_available`. */
  dropText: operatorRoute({
    permission: 'marketing.manage',
    action: 'text.drop',
    subject: 'text :page',
    audited: ['version'],
    method: 'POST',
    path: '/v1/operator/texts/:page/drop',
    input: z.object({ page: zPage, version: zVersion.check(z.gte(1)), reason: zReason }),
    answer: z.object({ page: zPage, version: z.number() }),
    failures: ['not_found', 'not_available'],
  }),
} as const
