import { sql } from 'kysely'
import type { NoticeTopic } from '@nare/contract/notices'
import { firstLanguage } from '#country/writing'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { Browser } from './endpoints.ts'
import type { Language } from './texts.ts'

/** The most browsers of a bettor: a further one takes the place of the oldest. */
const browsersMax = 10

export type Subscription = Browser & {
  readonly id: bigint
  readonly bettor: bigint
  readonly topics: readonly NoticeTopic[]
  readonly language: Language
  /** The mark of the session that made it, in hex. */
  readonly session: string
  readonly since: Date
}

/** How a bettor wants notices. */
export type Choice = {
  readonly amounts: boolean
  readonly quiet: { readonly from: number; readonly until: number } | null
  readonly smsMoney: boolean
  readonly smsWon: boolean
  readonly language: Language
}

/** What holds for a bettor who has chosen nothing. */
export const usualChoice: Choice = {
  ...{ amounts: false, quiet: { from: 22, until: 7 }, smsMoney: false, smsWon: false },
  get language() {
    return firstLanguage()
  },
}

const columns = sql`
  id, bettor_id as bettor, endpoint, p256dh, auth, topics, language, encode(session_mark, 'hex') as session, since`

/**
 * Keeps a browser for a bettor. A browser that was another bettor's now belongs to this one, with nothing of what waited for the other: the person at
 * it has logged in. Who only knows its address has not its keys, and changes nothing: returns false.
 */
export async function putSubscription(
  tx: Tx,
  {
    bettor,
    browser,
    topics,
    language,
    session,
  }: { bettor: bigint; browser: Browser; topics: readonly NoticeTopic[]; language: Language; session: string },
): Promise<boolean> {
  const { endpoint, p256dh, auth } = browser
  // Browsers of one bettor follow one another, so that each sees those before it among the most.
  await sql`select pg_advisory_xact_lock(hashtextextended('notices browser', ${bettor}::bigint))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended('notices ' || ${endpoint}::text, 0))`.execute(tx)
  const found = await queryRow<{ id: bigint; bettor: bigint; isSame: boolean }>(tx)`
    select id, bettor_id as bettor, p256dh = ${p256dh} and auth = ${auth} as "isSame" from notices.subscription
    where endpoint = ${endpoint} for update`
  if (found && !found.isSame) return false
  if (found && found.bettor !== bettor)
    await sql`delete from notices.subscription where id = ${found.id}::bigint`.execute(tx)
  await sql`
    insert into notices.subscription (bettor_id, endpoint, p256dh, auth, topics, language, session_mark, since)
    values (${bettor}::bigint, ${endpoint}, ${p256dh}, ${auth}, ${topics}::text[], ${language}, decode(${session}, 'hex'), platform.now())
    on conflict (endpoint) do update set topics = excluded.topics, language = excluded.language, session_mark = excluded.session_mark,
      refusals = 0`.execute(tx)
  await sql`
    delete from notices.subscription where id in (
      select id from notices.subscription where bettor_id = ${bettor}::bigint order by id desc offset ${browsersMax}::int)`.execute(
    tx,
  )
  return true
}

/** Removes a browser, if it is this bettor's. */
export async function dropSubscription(db: Db, bettor: bigint, endpoint: string): Promise<void> {
  await sql`delete from notices.subscription where bettor_id = ${bettor}::bigint and endpoint = ${endpoint}`.execute(db)
}

export async function dropSubscriptions(on: Db | Tx, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from notices.subscription where id = any(${ids}::bigint[])`.execute(on)
}

/** The browsers of these bettors, the newest first. */
export const subscriptionsOf = (on: Db | Tx, bettors: readonly bigint[]): Promise<Subscription[]> =>
  queryRows<Subscription>(on)`
    select ${columns} from notices.subscription where bettor_id = any(${bettors}::bigint[]) order by id desc`

/** A stretch of all browsers by their ids, for the sweep. */
export const subscriptionsAfter = (db: Db, after: bigint, most: number): Promise<Subscription[]> =>
  queryRows<Subscription>(db)`
    select ${columns} from notices.subscription where id > ${after}::bigint order by id limit ${most}::int`

type ChoiceRow = Omit<Choice, 'quiet'> & { bettor: bigint; from: number | null; until: number | null }

export async function choicesOf(on: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, Choice>> {
  const rows = await queryRows<ChoiceRow>(on)`
    select bettor_id as bettor, amounts, quiet_from as from, quiet_until as until, sms_money as "smsMoney", sms_won as "smsWon", language
    from notices.choice where bettor_id = any(${bettors}::bigint[])`
  return new Map(
    rows.map(({ bettor, from, until, ...rest }) => [
      bettor,
      { ...rest, quiet: from === null || until === null ? null : { from, until } },
    ]),
  )
}

/** Changes how a bettor wants notices; what is left out stays. Choices of one bettor follow one another. */
export async function changeChoice(tx: Tx, bettor: bigint, change: Partial<Choice>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notices choice', ${bettor}::bigint))`.execute(tx)
  const before = (await choicesOf(tx, [bettor])).get(bettor) ?? usualChoice
  const { amounts, quiet, smsMoney, smsWon, language } = { ...before, ...change }
  await sql`
    insert into notices.choice (bettor_id, amounts, quiet_from, quiet_until, sms_money, sms_won, language, changed_at)
    values (${bettor}::bigint, ${amounts}, ${quiet?.from ?? null}::int, ${quiet?.until ?? null}::int, ${smsMoney}, ${smsWon}, ${language},
      platform.now())
    on conflict (bettor_id) do update set amounts = excluded.amounts, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, sms_money = excluded.sms_money, sms_won = excluded.sms_won, language = excluded.language,
      changed_at = excluded.changed_at`.execute(tx)
}

/** Which kinds each of these bettors has asked for; a bettor who asked for none is left out. */
export async function wantedBy(on: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, ReadonlySet<string>>> {
  const rows = await queryRows<{ bettor: bigint; kinds: string[] }>(on)`
    select bettor, array_agg(distinct kind) as kinds from (
      select bettor_id as bettor, unnest(topics) as kind from notices.subscription where bettor_id = any(${bettors}::bigint[])
      union all
      select bettor_id, kind from notices.choice, unnest(array['sms_won', 'sms_money'], array[sms_won, sms_money]) as k (kind, is_on)
      where bettor_id = any(${bettors}::bigint[]) and is_on) w
    group by bettor`
  return new Map(rows.map(({ bettor, kinds }) => [bettor, new Set(kinds)]))
}
