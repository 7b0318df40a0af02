import { sql } from 'kysely'
import type { bannerAudiences, bannerStates } from '@nare/contract/operator-banners'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'

export type BannerRow = {
  readonly id: bigint
  readonly titleEn: string
  readonly titleSw: string
  readonly bodyEn: string
  readonly bodySw: string
  readonly pictured: boolean
  readonly link: string
  readonly audience: (typeof bannerAudiences)[number]
  readonly lang: 'en' | 'sw' | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly place: number
  readonly approval: string
  readonly author: string
  readonly at: Date
  readonly waits: boolean
  readonly approvedAt: Date | null
  readonly approvedBy: string | null
  readonly endedAt: Date | null
  readonly endedBy: string | null
  readonly state: (typeof bannerStates)[number]
}

export type Picture = { readonly type: string; readonly content: Buffer }
type Later = 'id' | 'pictured' | 'at' | 'approvedAt' | 'approvedBy' | 'endedAt' | 'endedBy' | 'state'
export type NewBanner = Omit<BannerRow, Later> & {
  readonly picture: Picture | null
}

/** Whether a banner waits for another person. */
const isWaiting = sql`(waits and approved_at is null and ended_at is null)`
const state = sql`case when ended_at is not null or ends_at <= platform.now() then 'over' when ${isWaiting} then 'waiting'
  when starts_at > platform.now() then 'planned' else 'running' end`
const columns = sql`id, title_en as "titleEn", title_sw as "titleSw", body_en as "bodyEn", body_sw as "bodySw",
  picture is not null as pictured, link, audience, lang, starts_at as "startsAt", ends_at as "endsAt", place, approval, author, at,
  waits, approved_at as "approvedAt", approved_by as "approvedBy", ended_at as "endedAt", ended_by as "endedBy", ${state} as state`

export async function insertBanner(tx: Tx, given: NewBanner): Promise<BannerRow> {
  const { titleEn, titleSw, bodyEn, bodySw, picture, link, audience, lang, startsAt, endsAt, place } = given
  const { approval, author, waits } = given
  const made = await queryRow<BannerRow>(tx)`
    insert into content.banner (title_en, title_sw, body_en, body_sw, picture, picture_type, link, audience, lang, starts_at, ends_at, place,
      approval, author, at, waits)
    values (${titleEn}, ${titleSw}, ${bodyEn}, ${bodySw}, ${picture?.content ?? null}::bytea, ${picture?.type ?? null}, ${link}, ${audience},
      ${lang}, ${startsAt}, ${endsAt}, ${place}::int, ${approval}, ${author}, platform.now(), ${waits}::boolean)
    returning ${columns}`
  if (!made) throw new Error('the banner was not stored')
  return made
}

/** A banner, locked until the transaction ends. */
export const lockBanner = (tx: Tx, id: bigint): Promise<BannerRow | undefined> =>
  queryRow<BannerRow>(tx)`select ${columns} from content.banner where id = ${id}::bigint for update`

/** Approves a banner that waits; undefined if it does not. */
export const approveBanner = (tx: Tx, id: bigint, by: string): Promise<BannerRow | undefined> =>
  queryRow<BannerRow>(tx)`
    update content.banner set approved_at = platform.now(), approved_by = ${by}
    where id = ${id}::bigint and ${isWaiting} and ends_at > platform.now() returning ${columns}`

/** The banners that wait for another person. */
export const bannersWaiting = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`content.banner where ${isWaiting} and ends_at > platform.now()`, sql`at`)

/** Ends a banner now, or says when it was ended; undefined if there is none. */
export function endBanner(tx: Tx, id: bigint, by: string): Promise<BannerRow | undefined> {
  return queryRow<BannerRow>(tx)`
    update content.banner set ended_at = coalesce(ended_at, platform.now()), ended_by = coalesce(ended_by, ${by})
    where id = ${id}::bigint returning ${columns}`
}

/** The banners that run, in their order, at most twelve for an audience and a language. */
export function running(db: Db, { isGuest, lang }: { isGuest: boolean; lang: 'en' | 'sw' }): Promise<BannerRow[]> {
  return queryRows<BannerRow>(db)`
    select ${columns} from content.banner
    where ended_at is null and not ${isWaiting} and starts_at <= platform.now() and ends_at > platform.now()
      and audience in ('all', ${isGuest ? 'guests' : 'bettors'}) and (lang is null or lang = ${lang})
    order by place, id limit 12`
}

/** The banners in a state, or all, the newest first. */
export const page = (db: Db, of: BannerRow['state'] | undefined, asked: Page): Promise<Paged<BannerRow>> =>
  readPage<BannerRow>(
    db,
    {
      columns,
      from: sql`content.banner where (${of ?? null}::text is null or ${state} = ${of ?? null}::text)`,
      order: [{ by: sql`id`, type: 'number', desc: true }],
    },
    asked,
  )

/** The picture of a banner, also of one that is over: people of the house look at it. */
export function pictureOf(db: Db, id: bigint): Promise<Picture | undefined> {
  return queryRow<Picture>(db)`
    select picture_type as type, picture as content from content.banner where id = ${id}::bigint and picture is not null`
}
