import { sql } from 'kysely'
import type { Incident, IncidentNote, operatorIncidents } from '@nare/contract/operator-incidents'
import { done, refused } from '@nare/contract/outcome'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import { onceForId } from '#platform/operator-calls'
import { metaOf, readPage, type Page } from '#platform/paging'
import { waitingIn } from '#platform/waiting'

/** Within how long the data protection authority is told (Data Protection Act, section 43). */
const tellWithinMs = 72 * 3_600_000

type Note = { readonly kind: IncidentNote; readonly text: string; readonly at: string; readonly by: string }
type Row = {
  readonly id: bigint
  readonly foundAt: Date
  readonly what: string
  readonly persons: bigint | null
  readonly openedAt: Date
  readonly openedBy: string
  readonly notes: readonly Note[]
}

const dueAt = (foundAt: Date): string => new Date(foundAt.getTime() + tellWithinMs).toISOString()
const isoOf = (note: Note | undefined): string | null => (note ? new Date(note.at).toISOString() : null)

const shown = ({ id, foundAt, what, persons, openedAt, openedBy, notes }: Row): Incident => ({
  ...{ incident_id: id.toString(), found_at: foundAt.toISOString(), due_at: dueAt(foundAt), what },
  ...{ persons: persons === null ? null : Number(persons), opened_at: openedAt.toISOString(), opened_by: openedBy },
  told_at: isoOf(notes.find(({ kind }) => kind === 'told')),
  closed_at: isoOf(notes.find(({ kind }) => kind === 'closed')),
  notes: notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() })),
})

const columns = sql`
  incident_id as id, found_at as "foundAt", what, persons, opened_at as "openedAt", opened_by as "openedBy",
  coalesce((
    select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.text, 'at', n.at, 'by', n.by) order by n.note_id)
    from regulator.incident_note n where n.incident_id = i.incident_id), '[]') as notes`

/** Incidents with data of persons, and what was done about each: rows are added and never changed. */
export function openIncidents({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  /** Locks an incident until the transaction ends, and says whether it is closed; undefined if there is none. */
  async function lock(tx: Tx, id: bigint): Promise<{ isClosed: boolean } | undefined> {
    await lockName(tx, 'incident', id.toString())
    const { rows: found } = await sql`select 1 from regulator.incident where incident_id = ${id}::bigint`.execute(tx)
    if (found.length === 0) return undefined
    const { rows } = await sql`
      select 1 from regulator.incident_note where incident_id = ${id}::bigint and kind = 'closed'`.execute(tx)
    return { isClosed: rows.length > 0 }
  }

  return {
    async list(page: Page) {
      const order = [{ by: sql`incident_id`, type: 'number' as const, desc: true }]
      const { rows, ...paged } = await readPage<Row>(db, { columns, from: sql`regulator.incident i`, order }, page)
      return { data: rows.map(shown), meta: metaOf(page, paged) }
    },

    /** Opens an incident with the moment at which somebody found out: the clock runs from then. */
    open: onceForId<typeof operatorIncidents.openIncident>({
      async work(tx, { found_at, what, persons }, { operator }) {
        const foundAt = new Date(found_at)
        if (foundAt.getTime() > clock.now())
          return refused('invalid_input', { fields: { found_at: 'Not later than now' } })
        const { rows } = await sql<{ id: bigint }>`
          insert into regulator.incident (found_at, what, persons, opened_by)
          values (${foundAt}, ${what}, ${persons ?? null}::bigint, ${operator}) returning incident_id as id`.execute(tx)
        return done({ incident_id: String(rows[0]?.id), due_at: dueAt(foundAt) })
      },
    }),

    add: onceForId<typeof operatorIncidents.addToIncident>({
      async work(tx, { incident_id, kind, text }, { operator }) {
        const id = BigInt(incident_id)
        const found = await lock(tx, id)
        if (!found) return refused('not_found')
        if (found.isClosed) return refused('not_waiting', { state: 'closed' }, 'This incident is closed')
        await sql`
          insert into regulator.incident_note (incident_id, kind, text, by)
          values (${id}::bigint, ${kind}, ${text}, ${operator})`.execute(tx)
        return done({ incident_id })
      },
    }),

    /** Those of which the authority was not told and that are not closed, since they were found. */
    waiting: () =>
      waitingIn(
        db,
        sql`regulator.incident i where not exists (
          select from regulator.incident_note n where n.incident_id = i.incident_id and n.kind in ('told', 'closed'))`,
        sql`found_at`,
      ),
  }
}

export type Incidents = ReturnType<typeof openIncidents>
