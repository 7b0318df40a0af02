import { sql } from 'kysely'
import type { operatorCare as calls, CareContact, CareMarker } from '@nare/contract/care'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { lockAccount } from '#modules/identity/identity'
import { promiseOf, type Settings } from '#modules/settings/settings'
import type { Db, Tx } from '#platform/db'
import { onceForId } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'
import * as contacts from './contacts.ts'
import * as markers from './markers.ts'
import { insertMeasure, measuresOf, type MeasureKind } from './measures.ts'
import { careSettings } from './settings.ts'

export { contactSteps } from './contacts.ts'
export { eraseCare } from './erase.ts'
export { markerSteps, withMarker } from './markers.ts'

/** Notes a measure at the marker that it is about, in the transaction that takes it; does nothing for a measure about none. */
export type NoteMeasure = (tx: Tx, what: MeasureKind, facts: Readonly<Record<string, string>>) => Promise<void>

type Deps = { readonly db: Db; readonly settings: Pick<Settings, 'now'>; readonly zone: string }

export type Care = ReturnType<typeof openCare>

/** The desk of protection: what people do with markers of harm, and what they said to bettors. */
export function openCare({ db, settings, zone }: Deps) {
  const dueAt = (since: Date): string =>
    new Date(since.getTime() + promiseOf(settings.now(), 'protection') * 1000).toISOString()
  const markerView = (row: markers.MarkerRow): CareMarker => ({
    marker_id: row.id.toString(),
    bettor_id: row.bettor.toString(),
    rule: row.rule,
    facts: row.facts,
    state: row.state,
    raised_at: row.raisedAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
    due_at: dueAt(row.raisedAt),
    followed_by: row.followedBy,
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_by: row.closedBy,
    contacts: row.contacts,
  })

  return {
    async markers({ state = 'open', rule, bettor_id, ...page }: Received<typeof calls.careMarkers>) {
      const { rows, ...paged } = await markers.markerPage(db, { state, rule, bettor: idOf(bettor_id) }, page)
      return { data: rows.map(markerView), meta: metaOf(page, paged) }
    },

    /** One marker, and what was done about it. */
    async marker({ marker_id }: Received<typeof calls.careMarker>) {
      const id = BigInt(marker_id)
      const row = await markers.markerOf(db, id)
      if (!row) return refused('not_found')
      const measures = await measuresOf(db, id)
      return done({
        data: { ...markerView(row), measures: measures.map(({ at, ...one }) => ({ at: at.toISOString(), ...one })) },
      })
    },

    /**
     * How a measure about a marker of this bettor is noted; an open marker is followed by who took it. Refused without such a marker: a marker
     * stays and its bettor too, so that this is decided before the measure is taken.
     */
    async notingAt(
      marker_id: string | undefined,
      { bettor, by }: { readonly bettor: bigint; readonly by: string },
    ): Promise<Outcome<NoteMeasure, 'not_found'>> {
      const marker = idOf(marker_id)
      if (marker === undefined) return done(async () => {})
      if ((await markers.bettorOf(db, marker)) !== bettor) return noSuchMarker
      return done(async (tx, what, facts) => {
        await markers.followMarker(tx, marker, by)
        await insertMeasure(tx, { marker, by, what, facts: { ...facts } })
      })
    },

    /** Follows an open marker, or closes one that is not closed. */
    decide: onceForId<typeof calls.decideMarker>({
      async work(tx, { marker_id, state }, { operator }) {
        const id = BigInt(marker_id)
        const marker = await markers.lockMarker(tx, id)
        if (!marker) return refused('not_found')
        const isWaiting = state === 'followed' ? marker.state === 'open' : marker.state !== 'closed'
        if (!isWaiting) return refused('not_waiting', { state: marker.state }, `This marker is ${marker.state}`)
        if (state === 'followed') await markers.followMarker(tx, id, operator)
        else await markers.closeMarker(tx, id, { by: operator, quietDays: settings.now()(careSettings.quietDays) })
        return done({ marker_id, state })
      },
    }),

    async contacts({ bettor_id, marker_id, due, ...page }: Received<typeof calls.contacts>) {
      const filter = { bettor: idOf(bettor_id), marker: idOf(marker_id), isDue: due === 'yes' }
      const { rows, ...paged } = await contacts.contactPage(db, filter, page)
      return { data: rows.map(contactView), meta: metaOf(page, paged) }
    },

    /** Writes a conversation down once. It follows the marker that it is about. */
    addContact: onceForId<typeof calls.addContact>({
      async work(tx, { bettor_id, marker_id, follows, channel, said, measure, follow_up_on }, { operator }) {
        const [bettor, marker, earlier] = [BigInt(bettor_id), idOf(marker_id), idOf(follows)]
        if ((await lockAccount(tx, bettor)) === undefined) return refused('not_found')
        if (follow_up_on !== undefined && !(await contacts.isSoon(tx, follow_up_on, zone)))
          return refused('invalid_input', fieldFacts({ follow_up_on: notSoon }))
        if (marker !== undefined && (await markers.lockMarker(tx, marker))?.bettor !== bettor) return noSuchMarker
        if (earlier !== undefined && !(await contacts.endFollowUp(tx, earlier, bettor)))
          return refused('not_found', undefined, 'This bettor has no such follow-up')
        if (marker !== undefined) await markers.followMarker(tx, marker, operator)
        const of = { bettor, marker, by: operator, channel, said, measure, followUpOn: follow_up_on }
        return done({ data: contactView(await contacts.insertContact(tx, of, zone)) })
      },
    }),

    /** Open markers, and follow-ups that are due. */
    waiting: (): Promise<Waiting> =>
      waitingIn(
        db,
        sql`(select raised_at as since from care.marker where state = 'open'
          union all select follow_up_at from care.contact where followed_up_at is null and follow_up_at <= platform.now()) w`,
        sql`since`,
      ),
    markerBettor: (id: bigint) => markers.bettorOf(db, id),
  }
}

const noSuchMarker = refused('not_found', undefined, 'This bettor has no such marker')
const notSoon = { code: 'not_valid', sentence: 'Choose a day within the next year' } as const
const idOf = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text))

const contactView = (row: contacts.ContactRow): CareContact => ({
  contact_id: row.id.toString(),
  bettor_id: row.bettor.toString(),
  marker_id: row.marker?.toString() ?? null,
  at: row.at.toISOString(),
  by: row.by,
  channel: row.channel,
  said: row.said,
  measure: row.measure,
  follow_up_on: row.followUpOn,
  is_due: row.isDue,
  followed_up_at: row.followedUpAt?.toISOString() ?? null,
})
