import { sql } from 'kysely'
import { consentChannels, consentVersion, type ConsentChannel } from '@nare/contract/consent-wording'
import type { consents, Consents } from '@nare/contract/consents'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { queryRow, queryRows, transact, type Db, type Tx } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'
import { clearOptOut, markNumber } from './sms-store.ts'

/** Where a consent was given or taken back; `provider` is its list of numbers that want nothing. */
type How = 'sign_up' | 'profile' | 'sms' | 'provider'
type Choice = { readonly channel: ConsentChannel; readonly given: boolean; readonly wording: string | null }
type Newest = Choice & { readonly bettor: bigint; readonly at: Date }

/** The newest choice of each of these bettors for each channel. */
function newestOf(on: Db | Tx, bettors: readonly bigint[]): Promise<Newest[]> {
  return queryRows<Newest>(on)`
    select distinct on (bettor, channel) bettor, channel, given, wording, at from identity.message_consent
    where bettor = any(${bettors}::bigint[]) order by bettor, channel, id desc`
}

/** The channels by which each of these bettors has agreed to get promotions; a bettor who has agreed to none is left out. */
export async function consentedChannels(
  on: Db | Tx,
  bettors: readonly bigint[],
): Promise<Map<bigint, Set<ConsentChannel>>> {
  const found = new Map<bigint, Set<ConsentChannel>>()
  for (const { bettor, channel, given } of await newestOf(on, bettors))
    if (given) found.set(bettor, (found.get(bettor) ?? new Set<ConsentChannel>()).add(channel))
  return found
}

/** Locks the account of a number, so that its choices are stored one after the other; undefined without an account. */
async function lockBettorOf(tx: Tx, msisdn: string): Promise<bigint | undefined> {
  const row = await queryRow<{ id: bigint }>(tx)`select id from identity.bettor where msisdn = ${msisdn} for update`
  return row?.id
}

async function store(tx: Tx, bettor: bigint, { channel, given, wording, how }: Choice & { how: How }): Promise<void> {
  await sql`
    insert into identity.message_consent (bettor, channel, given, wording, how, at)
    values (${bettor}::bigint, ${channel}, ${given}::boolean, ${wording}, ${how}, platform.now())`.execute(tx)
}

async function newest(tx: Tx, bettor: bigint, channel: ConsentChannel): Promise<Newest | undefined> {
  return (await newestOf(tx, [bettor])).find((one) => one.channel === channel)
}

/**
 * Gives a bettor's consent to a channel, by the version of the sentence that the bettor has read. By SMS the number takes messages again. The caller
 * has locked the account.
 */
export async function giveConsent(
  tx: Tx,
  { bettor, channel, wording, how }: { bettor: bigint; channel: ConsentChannel; wording: string; how: How },
): Promise<void> {
  if (channel === 'sms') await clearOptOut(tx, bettor)
  const before = await newest(tx, bettor, channel)
  if (before?.given && before.wording === wording) return
  await store(tx, bettor, { channel, given: true, wording, how })
}

/** Takes a bettor's consent to a channel back, if it was given. The caller has locked the account. */
async function withdrawConsent(
  tx: Tx,
  { bettor, channel, how }: { bettor: bigint; channel: ConsentChannel; how: How },
): Promise<void> {
  const before = await newest(tx, bettor, channel)
  if (before?.given) await store(tx, bettor, { channel, given: false, wording: null, how })
}

/** A number wants no messages any more: it is marked, and its bettor's consent to SMS is taken back. */
export async function stopNumber(
  tx: Tx,
  { msisdn, how, reason = null }: { msisdn: string; how: How; reason?: string | null },
): Promise<void> {
  const bettor = await lockBettorOf(tx, msisdn)
  await markNumber(tx, msisdn, { optedOut: true, reason })
  if (bettor !== undefined) await withdrawConsent(tx, { bettor, channel: 'sms', how })
}

/**
 * A number wants messages again. A bettor who had agreed to promotions by SMS before agrees again, to the same sentence; who never had is asked in the
 * profile, because nobody agrees to what was not read.
 */
export async function restartNumber(tx: Tx, msisdn: string): Promise<void> {
  const bettor = await lockBettorOf(tx, msisdn)
  if (bettor === undefined) return
  await clearOptOut(tx, bettor)
  const earlier = await queryRow<{ wording: string }>(tx)`
    select wording from identity.message_consent
    where bettor = ${bettor}::bigint and channel = 'sms' and given order by id desc limit 1`
  if (earlier) await giveConsent(tx, { bettor, channel: 'sms', wording: earlier.wording, how: 'sms' })
}

/** The bettor's calls about the consent. */
export function consentRoutes(db: Db): Handlers<typeof consents> {
  async function viewOf(on: Db | Tx, bettor: bigint): Promise<Consents> {
    const rows = await newestOf(on, [bettor])
    return {
      wording: consentVersion,
      channels: consentChannels.map((channel) => {
        const row = rows.find((one) => one.channel === channel)
        return { channel, given: row?.given ?? false, at: row?.at.toISOString() ?? null }
      }),
    }
  }
  return {
    consents: async (_input, { session }) => done({ data: await viewOf(db, session.bettor) }),
    async chooseConsent({ channel, given, wording }, { session: { bettor, verified } }) {
      // Whoever has only typed a number agrees to nothing for its owner.
      if (!verified) return refused('not_verified')
      if (given && wording !== consentVersion)
        return refused('not_available', undefined, 'The sentence has changed: please read it again')
      const data = await transact(db, async (tx) => {
        await sql`select from identity.bettor where id = ${bettor}::bigint for update`.execute(tx)
        if (given) await giveConsent(tx, { bettor, channel, wording: consentVersion, how: 'profile' })
        else await withdrawConsent(tx, { bettor, channel, how: 'profile' })
        return viewOf(tx, bettor)
      })
      return done({ data })
    },
  }
}

export type ConsentStep = Place & Choice & { readonly how: How }

/** When a bettor gave consents to promotions or took them back, newest first. */
export function consentSteps(
  db: Db,
  { bettor, before, most }: Stretch & { readonly bettor: bigint },
): Promise<ConsentStep[]> {
  return queryRows<ConsentStep>(db)`
    select c.id, ${microsOf(sql`c.at`)} as at, c.channel, c.given, c.wording, c.how from identity.message_consent c
    where c.bettor = ${bettor}::bigint and ${isBefore(sql`c.at`, sql`c.id`, before)}
    order by c.at desc, c.id desc limit ${most}::int`
}
