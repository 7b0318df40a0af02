import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db } from '#platform/db'
import { searchText } from '#platform/search-text'

const afterAll = '\u{10ffff}'

/** For lists of other areas: the accounts as rows (bettor, name, msisdn, verified, source, since). */
export const accounts = sql`
  select id as bettor, name, msisdn, verified_at is not null as verified, utm_source as source, signed_up_at as since from identity.bettor`

/**
 * For lists of other areas: true for the accounts of `accounts`, named `b`, that a search text means: a whole number in any form is `msisdn`, digits
 * are an id, and a name begins with the text, in the letters that searches compare.
 */
export function accountMatches({ text, msisdn }: { text: string; msisdn: string | undefined }): RawBuilder<unknown> {
  const words = searchText(text)
  const name = sql`identity.search_name(b.name) collate "C" >= ${words} and identity.search_name(b.name) collate "C" < ${words + afterAll}`
  if (msisdn !== undefined) return sql`b.msisdn = ${msisdn}`
  return /^[1-9]\d{0,17}$/.test(text) ? sql`b.bettor = ${text}::bigint` : words === '' ? sql`false` : sql`(${name})`
}

/** An account as operators see it. `age` is in years, in the zone of the country. */
export type AccountDetails = {
  readonly name: string
  readonly msisdn: string
  readonly email: string | null
  readonly verified: boolean
  readonly since: Date
  readonly age: number
  readonly utmSource: string | null
  readonly utmCampaign: string | null
  readonly btag: string | null
  readonly notes: number
}

/** The details of an account; undefined if it does not exist. */
export function accountDetails(db: Db, bettor: bigint, zone: string): Promise<AccountDetails | undefined> {
  return queryRow<AccountDetails>(db)`
    select name, msisdn, email, verified_at is not null as verified, signed_up_at as since,
      extract(year from age((platform.now() at time zone ${zone}::text)::date, date_of_birth))::int as age,
      utm_source as "utmSource", utm_campaign as "utmCampaign", btag,
      (select count(*)::int from identity.bettor_note n where n.bettor = b.id) as notes
    from identity.bettor b where id = ${bettor}::bigint`
}

/** The birthday of an account as YYYY-MM-DD; undefined if it does not exist. */
export async function birthdayOf(db: Db, bettor: bigint): Promise<string | undefined> {
  const row = await queryRow<{ born: string }>(db)`
    select date_of_birth::text as born from identity.bettor where id = ${bettor}::bigint`
  return row?.born
}

/** The last login of each of these bettors who still has a row of it. */
export async function lastSeen(db: Db, bettors: readonly bigint[]): Promise<Map<bigint, Date>> {
  const rows = await queryRows<{ bettor: bigint; at: Date | null }>(db)`
    select b as bettor, (
      select opened_at from identity.session where bettor = b order by opened_at desc limit 1) as at
    from unnest(${bettors}::bigint[]) b`
  return new Map(rows.flatMap(({ bettor, at }) => (at ? [[bettor, at] as const] : [])))
}

export type LiveSession = {
  readonly no: bigint
  readonly openedAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date
  readonly device: string | null
  readonly byPasskey: boolean
}

/** A bettor's live sessions, the latest first, at most 100. */
export function sessionsOf(db: Db, bettor: bigint): Promise<LiveSession[]> {
  return queryRows<LiveSession>(db)`
    select no, opened_at as "openedAt", expires_at as "expiresAt", coalesce(last_used_at, opened_at) as "usedAt", device,
      passkey is not null as "byPasskey" from identity.session
    where bettor = ${bettor}::bigint and ended_at is null and expires_at > platform.now()
    order by opened_at desc, no desc limit 100`
}

export type Device = { readonly since: Date; readonly lastAt: Date; readonly times: number }

/** The browsers in which a bettor has logged in, the latest used first, at most 20. */
export function devicesOf(db: Db, bettor: bigint): Promise<Device[]> {
  return queryRows<Device>(db)`
    select since, last_at as "lastAt", times from identity.device_use
    where bettor = ${bettor}::bigint order by last_at desc, device limit 20`
}

/** Another account that shares something: since when, and how often the other account has used it. */
export type Shared = { readonly bettor: bigint; readonly since: Date; readonly times: number }

/** The other bettors who have logged in on a device of this bettor, the latest first. */
export function sharedDevices(db: Db, bettor: bigint, most: number): Promise<Shared[]> {
  return queryRows<Shared>(db)`
    select u.bettor, min(u.since) as since, sum(u.times)::int as times
    from identity.device_use own join identity.device_use u on u.device = own.device and u.bettor <> own.bettor
    where own.bettor = ${bettor}::bigint group by u.bettor order by since desc, bettor limit ${most}::int`
}

/** A device that very many share, as that of a cyber café, is not counted to its end. */
const peopleMax = 100

/** How many bettors have logged in on the device of these bettors that most have used; nobody is in it who shares none. */
export async function peopleOfDevices(db: Db, bettors: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await sql<{ bettor: bigint; people: number }>`
    select own.bettor, max(shared.people)::int as people
    from identity.device_use own cross join lateral (
      select count(*) as people from (select from identity.device_use u where u.device = own.device limit ${peopleMax}::int) u) shared
    where own.bettor = any(${bettors}::bigint[]) and shared.people > 1 group by own.bettor`.execute(db)
  return new Map(rows.map(({ bettor, people }) => [bettor, people]))
}

/** The other bettors who have sent a document with the number of one of this bettor's documents, the latest first. */
export function sharedDocuments(db: Db, bettor: bigint, most: number): Promise<Shared[]> {
  return queryRows<Shared>(db)`
    select c.bettor, min(c.submitted_at) as since, count(distinct c.id)::int as times
    from identity.kyc_case own join identity.kyc_case c on c.kind = own.kind and c.number = own.number and c.bettor <> own.bettor
    where own.bettor = ${bettor}::bigint group by c.bettor order by since desc, bettor limit ${most}::int`
}

/** The accounts with these numbers. */
export function bettorsOfNumbers(db: Db, numbers: readonly string[]): Promise<{ bettor: bigint; since: Date }[]> {
  return queryRows<{ bettor: bigint; since: Date }>(db)`
    select id as bettor, signed_up_at as since from identity.bettor where msisdn = any(${numbers}::text[])`
}
