import type { OneAmlCase } from '@nare/contract/aml'
import { amlRuleTexts } from '../../parts/aml-text.ts'
import { labelOf, whenText } from '../../parts/format.ts'

export type Moment = {
  readonly id: string
  readonly at: string
  readonly by: string
  readonly what: string
  readonly text: string
}

/** What was done about a case, the newest first: by whom, and why. Example: a case that was opened and noted has two moments. */
export function momentsOf(of: OneAmlCase): readonly Moment[] {
  const moments: Moment[] = [
    { id: 'opened', at: of.opened_at, by: of.opened_by, what: 'Opened', text: of.reason },
    ...of.alerts.flatMap(({ alert_id, rule, ended_at, ended_by, ended_reason }) =>
      // Those that were open when the case was opened are part of its opening.
      ended_at === null || (ended_reason === of.reason && ended_by === of.opened_by)
        ? []
        : [
            {
              ...{ id: `alert ${alert_id}`, at: ended_at, by: ended_by ?? '' },
              ...{ what: `Alert joined: ${amlRuleTexts[rule]}`, text: ended_reason ?? '' },
            },
          ],
    ),
    ...of.notes.map(({ note_id, at, by, text }) => ({ id: `note ${note_id}`, at, by, what: 'Note', text })),
    ...of.evidence.flatMap(({ evidence_id, kind, ref, at, by }) =>
      kind === 'alert'
        ? []
        : [
            {
              ...{ id: `evidence ${evidence_id}`, at, by },
              what: kind === 'timeline' ? 'Timeline attached' : `${labelOf(kind)} ${ref} attached`,
              text: '',
            },
          ],
    ),
    ...of.changes.map(({ owner, due_at, reason, at, by }, n) => ({
      ...{ id: `change ${n}`, at, by, what: `Owner ${owner}, due ${whenText(due_at, Date.parse(at))}`, text: reason },
    })),
  ]
  if (of.reported_at !== null)
    moments.push({
      ...{ id: 'reported', at: of.reported_at, by: of.reported_by ?? '', what: 'Report filed' },
      text: of.reference ?? '',
    })
  if (of.closed_at !== null)
    moments.push({
      ...{ id: 'closed', at: of.closed_at, by: of.closed_by ?? '' },
      ...{ what: of.reported_at === null ? 'Closed without a report' : 'Closed', text: of.closed_reason ?? '' },
    })
  return moments.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
