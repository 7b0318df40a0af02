import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import { waitingIn, type Waiting } from '#platform/waiting'

/** What a page is from a moment on. */
export type Publication = {
  readonly id: bigint
  readonly page: string
  readonly version: number
  readonly effectiveAt: Date
  readonly author: string
}
type Decided = {
  readonly author: string
  readonly confirmedBy: string | null
  readonly reason: string
  readonly at: Date
}
export type NewPublication = Omit<Publication, 'id'> & Decided
/** A publication as its page's history shows it, with who cancelled it before its moment. */
export type PastPublication = Publication &
  Decided & { readonly cancelled: (Omit<Decided, 'at'> & { readonly at: string }) | null }

export type Version = {
  readonly page: string
  readonly version: number
  readonly en: string
  readonly sw: string
  readonly ofVersion: number | null
  readonly author: string
  readonly reason: string
  readonly at: Date
}
export type VersionHead = Omit<Version, 'page' | 'en' | 'sw'> & { readonly droppedBy: string | null }

const columns = sql`id, page, version, effective_at as "effectiveAt", author`
/** Publications that nobody has cancelled. */
const published = sql`(select * from content.publication p where not exists (
  select from content.cancelled c where c.publication_id = p.id)) publication`
const headColumns = sql`version, of_version as "ofVersion", author, reason, at`
const droppedBy = sql`(select d.author from content.dropped d where (d.page, d.version) = (v.page, v.version)) as "droppedBy"`

/** The publications that hold, those of the last hour and those that are planned, by id; clocks of processes may be a little behind. */
export function currentPublications(db: Db | Tx): Promise<Publication[]> {
  return queryRows<Publication>(db)`
    with late as materialized (select platform.now() - interval '1 hour' as at)
    select * from (
      (select distinct on (page) ${columns} from ${published}, late
        where effective_at <= late.at order by page, effective_at desc, id desc)
      union all
      (select ${columns} from ${published}, late where effective_at > late.at)
    ) publications order by id`
}

/** The texts of the versions of these publications. */
export function textsOf(db: Db, publications: readonly Pick<Publication, 'page' | 'version'>[]) {
  return queryRows<Pick<Version, 'page' | 'version' | 'en' | 'sw'>>(db)`
    select page, version, en, sw from content.version
    where (page, version) in (select * from unnest(${publications.map(({ page }) => page)}::text[],
      ${publications.map(({ version }) => version)}::int[]))`
}

export function versionOf(db: Db | Tx, page: string, version: number): Promise<Version | undefined> {
  return queryRow<Version>(db)`
    select page, en, sw, ${headColumns} from content.version where page = ${page} and version = ${version}::int`
}

/** Adds a version with the next number of its page; writers of a page wait for each other. */
export async function insertVersion(tx: Tx, given: Omit<Version, 'version' | 'at'>): Promise<number> {
  const { page, en, sw, ofVersion, author, reason } = given
  await lockName(tx, 'text', page)
  const made = await queryRow<{ version: number }>(tx)`
    insert into content.version (page, version, en, sw, of_version, author, reason, at)
    select ${page}, coalesce(max(version), 0) + 1, ${en}, ${sw}, ${ofVersion}::int, ${author}, ${reason}, platform.now()
    from content.version where page = ${page} returning version`
  if (!made) throw new Error('the version of a page was not stored')
  return made.version
}

export async function insertPublication(tx: Tx, given: NewPublication): Promise<void> {
  const { page, version, effectiveAt, author, confirmedBy, reason, at } = given
  await sql`
    insert into content.publication (page, version, effective_at, author, confirmed_by, reason, at)
    values (${page}, ${version}::int, ${effectiveAt}, ${author}, ${confirmedBy}, ${reason}, ${at})`.execute(tx)
}

/** The newest versions of a page. */
export function versionsOf(db: Db, page: string, most: number): Promise<VersionHead[]> {
  return queryRows<VersionHead>(db)`
    select ${headColumns}, ${droppedBy} from content.version v where page = ${page} order by version desc limit ${most}::int`
}

/** Whether a version is, was or will be read by bettors, and whether it was dropped; undefined if there is no such version. */
export function fateOf(
  tx: Tx,
  page: string,
  version: number,
): Promise<{ published: boolean; dropped: boolean } | undefined> {
  return queryRow<{ published: boolean; dropped: boolean }>(tx)`
    select exists (select from ${published} where (publication.page, publication.version) = (v.page, v.version)) as published,
      exists (select from content.dropped d where (d.page, d.version) = (v.page, v.version)) as dropped
    from content.version v where page = ${page} and version = ${version}::int`
}

/** Drops a version that nobody will publish. */
export async function dropVersion(
  tx: Tx,
  { page, version, author, reason }: Pick<Version, 'page' | 'version' | 'author' | 'reason'>,
): Promise<void> {
  await sql`
    insert into content.dropped (page, version, author, reason, at)
    values (${page}, ${version}::int, ${author}, ${reason}, platform.now()) on conflict do nothing`.execute(tx)
}

/** The drafts that wait to be published or dropped: the newest version of each page, if nothing became of it. */
const drafts = sql`(select distinct on (page) page, version, author, at from content.version order by page, version desc) v
  where not exists (select from ${published} where (publication.page, publication.version) = (v.page, v.version))
    and not exists (select from content.dropped d where (d.page, d.version) = (v.page, v.version))`

/** How many drafts wait, and since when. */
export const textsWaiting = (db: Db): Promise<Waiting> => waitingIn(db, drafts, sql`at`)

/** The drafts that wait, by their pages. */
export async function draftsByPage(db: Db): Promise<Map<string, Pick<Version, 'page' | 'version' | 'author' | 'at'>>> {
  const rows = await queryRows<Pick<Version, 'page' | 'version' | 'author' | 'at'>>(db)`
    select page, version, author, at from ${drafts}`
  return new Map(rows.map((row) => [row.page, row]))
}

/** The newest publications of a page. */
export function publicationsOf(db: Db, page: string, most: number): Promise<PastPublication[]> {
  return queryRows<PastPublication>(db)`
    select ${columns}, confirmed_by as "confirmedBy", reason, at, (
      select jsonb_build_object('author', c.author, 'confirmedBy', c.confirmed_by, 'reason', c.reason, 'at', c.at)
      from content.cancelled c where c.publication_id = publication.id) as cancelled
    from content.publication where page = ${page} order by id desc limit ${most}::int`
}

/** A publication of a page, whether or not it is cancelled. */
export function publicationOf(
  tx: Tx,
  page: string,
  id: bigint,
): Promise<(Publication & { readonly isCancelled: boolean }) | undefined> {
  return queryRow<Publication & { readonly isCancelled: boolean }>(tx)`
    select ${columns}, exists (select from content.cancelled c where c.publication_id = publication.id) as "isCancelled"
    from content.publication where page = ${page} and id = ${id}::bigint`
}

/** Keeps that a publication is cancelled. */
export async function insertCancelled(tx: Tx, id: bigint, { author, confirmedBy, reason, at }: Decided): Promise<void> {
  await sql`
    insert into content.cancelled (publication_id, author, confirmed_by, reason, at)
    values (${id}::bigint, ${author}, ${confirmedBy}, ${reason}, ${at})`.execute(tx)
}

/** How many versions each page has. */
export async function versionCounts(db: Db): Promise<Map<string, number>> {
  const rows = await queryRows<{ page: string; count: number }>(db)`
    select page, max(version) as count from content.version group by page`
  return new Map(rows.map(({ page, count }) => [page, count]))
}
