import type { FastifyInstance } from 'fastify'
import type { banners } from '@nare/contract/banners'
import {
  bannerBytesMax,
  operatorBanners as calls,
  type Banner,
  type operatorBanners,
} from '@nare/contract/operator-banners'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { readPictureFile } from '#modules/identity/identity'
import { contactsOf, promotable } from '#modules/protection/protection'
import type { Settings } from '#modules/settings/settings'
import type { Country } from '#country/country'
import type { Handlers } from '#platform/calls'
import { transact, type Db } from '#platform/db'
import { answerRefusal } from '#platform/http'
import { openKept } from '#platform/kept'
import type { House } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import * as store from './banners-store.ts'
import type { Pages } from './pages.ts'
import { fault } from './publishing.ts'
import { messageSettings } from './settings.ts'

type Deps = {
  readonly db: Db
  readonly country: Country
  readonly settings: Pick<Settings, 'now'>
  readonly pages: Pick<Pages, 'variables'>
}

const hourMs = 3_600_000
const yearMs = 366 * 24 * hourMs
const placeUsual = 50
const pictureOf = ({ id, pictured }: store.BannerRow): string | null => (pictured ? `/v1/banners/${id}/picture` : null)

/** The banners that whoever asks sees: a bettor to whom nothing may be promoted sees none. */
export function bannerRoutes({ db, country, settings, pages }: Deps): Handlers<typeof banners> {
  return {
    async banners({ lang = country.firstLanguage }, { session }) {
      const rows = await store.running(db, { isGuest: session === undefined, lang })
      const mayBeShown =
        rows.length === 0 || session === undefined || (await promotable(db, [session.bettor])).has(session.bettor)
      const { licence = '', min_age: age = '' } = rows.length > 0 ? await pages.variables() : {}
      const help = contactsOf(settings.now(), country)['help_line'] ?? ''
      const data = (mayBeShown ? rows : []).map((row) => ({
        banner_id: row.id.toString(),
        title: lang === 'en' ? row.titleEn : row.titleSw,
        body: lang === 'en' ? row.bodyEn : row.bodySw,
        picture: pictureOf(row),
        link: row.link,
        notice: noticeOf(lang, { age, approval: row.approval, licence, help }),
      }))
      return done({ data })
    },
  }
}

type Notice = { readonly age: string; readonly approval: string; readonly licence: string; readonly help: string }

/** What the law wants at each advertisement (L.N. 114): least age, approval, licence, help line. */
function noticeOf(lang: 'en' | 'sw', { age, approval, licence, help }: Notice): string {
  return lang === 'en'
    ? `${age}+. Approval ${approval}. Licence ${licence}.${help && ` Help ${help}.`}`
    : `${age}+. Idhini ${approval}. Leseni ${licence}.${help && ` Msaada ${help}.`}`
}

const viewOf = (row: store.BannerRow): Banner => ({
  banner_id: row.id.toString(),
  title: { en: row.titleEn, sw: row.titleSw },
  body: { en: row.bodyEn, sw: row.bodySw },
  picture: pictureOf(row),
  ...{ link: row.link, audience: row.audience, lang: row.lang, place: row.place, approval: row.approval },
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  ...{ state: row.state, by: row.author, at: row.at.toISOString() },
  approved_at: row.approvedAt?.toISOString() ?? null,
  approved_by: row.approvedBy,
  ended_at: row.endedAt?.toISOString() ?? null,
  ended_by: row.endedBy,
})

type OperatorDeps = Pick<Deps, 'db' | 'settings'> & {
  readonly clock: { now(): number }
  readonly house: Pick<House, 'samePerson' | 'movedAlone'>
}
type Times = Pick<Received<typeof operatorBanners.addBanner>, 'starts_at' | 'ends_at'>

/** The operators' calls about banners. */
export function operatorBannerRoutes({ db, clock, settings, house }: OperatorDeps): Handlers<typeof operatorBanners> {
  /** For how many hours, begun ones included, a banner would be in sight, and whether that is more than this person decides alone within a day. */
  async function sizeOf({ starts_at, ends_at }: Times, operator: string): Promise<{ hours: bigint; waits: boolean }> {
    const ms = Date.parse(ends_at) - Math.max(Date.parse(starts_at), clock.now())
    const hours = BigInt(Math.max(0, Math.ceil(ms / hourMs)))
    const alone = BigInt(settings.now()(messageSettings.bannerHoursAlone))
    return { hours, waits: (await house.movedAlone(operator, calls.addBanner)) + hours > alone }
  }

  return {
    async banners({ state, ...asked }) {
      const { rows, ...paged } = await store.page(db, state, asked)
      return done({ data: rows.map(viewOf), meta: metaOf(asked, paged) })
    },

    addBanner: {
      async read(_tx, given, { operator }) {
        const { hours, waits } = await sizeOf(given, operator)
        return done({ facts: {}, ...(!waits && { amount: hours }) })
      },
      async work(tx, given, { operator }) {
        const [startsAt, endsAt] = [new Date(given.starts_at), new Date(given.ends_at)]
        if (endsAt <= startsAt || endsAt.getTime() <= clock.now())
          return fault('ends_at', 'After the start and after now')
        if (endsAt.getTime() - startsAt.getTime() > yearMs) return fault('ends_at', 'At most a year after the start')
        const sent = given.picture === undefined ? undefined : Buffer.from(given.picture, 'base64')
        if (sent && sent.length > bannerBytesMax) return fault('picture', 'At most 400 KB')
        const picture = sent && (await readPictureFile(sent))
        if (sent && !picture) return fault('picture', 'A whole JPEG or PNG file')
        const { waits } = await sizeOf(given, operator)
        const { title, body = { en: '', sw: '' }, link, audience, lang = null, place = placeUsual, approval } = given
        const made = await store.insertBanner(tx, {
          ...{ titleEn: title.en, titleSw: title.sw, bodyEn: body.en, bodySw: body.sw, picture: picture ?? null },
          ...{ link, audience, lang, startsAt, endsAt, place, approval, author: operator, waits },
        })
        return done({ banner_id: made.id.toString(), state: made.state })
      },
    },

    async approveBanner({ banner_id }, { operator }) {
      const id = BigInt(banner_id)
      return transact(db, async (tx) => {
        const row = await store.lockBanner(tx, id)
        if (!row) return refused('not_found')
        if (row.approvedBy === operator && row.endedAt === null) return done({ banner_id, state: row.state })
        if (await house.samePerson(tx, row.author, operator)) return refused('not_allowed')
        const approved = await store.approveBanner(tx, id, operator)
        return approved ? done({ banner_id, state: approved.state }) : refused('not_available')
      })
    },

    async endBanner({ banner_id }, { operator }) {
      const row = await transact(db, (tx) => store.endBanner(tx, BigInt(banner_id), operator))
      return row?.endedAt ? done({ banner_id, ended_at: row.endedAt.toISOString() }) : refused('not_found')
    },
  }
}

/** How many pictures a process keeps: more than run at once. */
const picturesKept = 24

/** The pictures of banners, which never change: one is read once for all who look at it. */
export function serveBannerPictures(app: FastifyInstance, db: Db): void {
  const kept = openKept<store.Picture>(picturesKept)
  const options = { config: { rateLimit: false as const } }
  app.get<{ Params: { id: string } }>('/v1/banners/:id/picture', options, async ({ params: { id } }, reply) => {
    const picture = /^[1-9]\d{0,17}$/.test(id) ? await kept.once(id, () => store.pictureOf(db, BigInt(id))) : undefined
    if (!picture) return answerRefusal(reply, refused('not_found'))
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    return reply.type(picture.type).send(picture.content)
  })
}
