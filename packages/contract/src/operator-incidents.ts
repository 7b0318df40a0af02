import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute, type Answer } from './route.ts'
import { paging, zCommandId, zMeta, zShownText, zTime } from './shapes.ts'

/** What is added to an incident: that the authority was told, a note, or why it is closed. */
export const incidentNotes = ['told', 'note', 'closed'] as const
export type IncidentNote = (typeof incidentNotes)[number]

const text = zShownText(2_000).check(z.trim(), z.minLength(3))

/**
 * An incident with data of persons. `due_at` is 72 hours after it was found: until then the authority must be told. `told_at` is when it first was.
 * `persons` is null while nobody knows how many.
 */
const zIncident = z.object({
  incident_id: z.string(),
  found_at: zTime,
  due_at: zTime,
  what: z.string(),
  persons: z.nullable(z.number()),
  opened_at: zTime,
  opened_by: z.string(),
  told_at: z.nullable(zTime),
  closed_at: z.nullable(zTime),
  notes: z.array(z.object({ kind: z.enum(incidentNotes), text: z.string(), at: zTime, by: z.string() })),
})

/** Incidents with data of persons, which the house tells its data protection authority. */
export const operatorIncidents = {
  /** The newest first. */
  incidents: operatorRoute({
    permission: 'audit.read',
    method: 'GET',
    path: '/v1/operator/incidents',
    input: z.object(paging),
    answer: z.object({ data: z.array(zIncident), meta: zMeta }),
  }),
  openIncident: operatorRoute({
    permission: 'protection.act',
    action: 'incident.open',
    subject: 'incident',
    audited: ['found_at', 'what', 'persons'],
    method: 'POST',
    path: '/v1/operator/incidents',
    input: z.object({
      id: z.optional(zCommandId),
      found_at: z.iso.datetime(),
      what: text,
      persons: z.optional(z.int().check(z.gte(0), z.lte(1_000_000_000))),
      reason: z.optional(zReason),
    }),
    answer: z.object({ incident_id: z.string(), due_at: zTime }),
    failures: ['invalid_input', 'id_reused'],
  }),
  /** Adds to an incident that is not closed: nothing that was written is changed. */
  addToIncident: operatorRoute({
    permission: 'protection.act',
    action: 'incident.add',
    subject: 'incident :incident_id',
    audited: ['kind', 'text'],
    method: 'POST',
    path: '/v1/operator/incidents/:incident_id',
    input: z.object({
      incident_id: zNumber,
      id: z.optional(zCommandId),
      kind: z.enum(incidentNotes),
      text,
      reason: z.optional(zReason),
    }),
    answer: z.object({ incident_id: z.string() }),
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
} as const

export type Incident = Answer<typeof operatorIncidents.incidents>['data'][number]
