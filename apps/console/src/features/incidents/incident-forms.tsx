import { incidentNotes, operatorIncidents, type Incident, type IncidentNote } from '@nare/contract/operator-incidents'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceFilter } from '../../parts/filter.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { serverNow } from '../../wire/browser.ts'
import { queries } from '../../wire/use-read.ts'

const reread = (): void => void queries.invalidateQueries({ queryKey: [operatorIncidents.incidents.path] })
const textMin = 3
const hourMs = 3_600_000

/** Opens an incident that was found some hours ago: the clock runs from then. */
export function OpenForm({ onClose }: { onClose: () => void }) {
  const [what, setWhat] = useState('')
  const [hours, setHours] = useState('0')
  const [persons, setPersons] = useState('')
  const missing =
    what.trim().length < textMin
      ? 'Write what happened'
      : !/^\d{1,4}$/.test(hours)
        ? 'Give the hours'
        : !/^\d{0,9}$/.test(persons)
          ? 'Give a number of persons, or none'
          : undefined
  return (
    <ActionForm
      route={operatorIncidents.openIncident}
      title="Open an incident"
      sentence="The data protection authority must be told within 72 hours of finding out. What is written stays."
      action="Open"
      missing={missing}
      input={({ reason, id }) => ({
        ...{ id, what: what.trim(), reason },
        found_at: new Date(serverNow() - Number(hours) * hourMs).toISOString(),
        ...(persons !== '' && { persons: Number(persons) }),
      })}
      done={({ incident_id }) => `Incident ${incident_id} is open.`}
      onDone={reread}
      onClose={onClose}
    >
      <TextField label="What happened" value={what} maxLength={2_000} onChange={setWhat} data-first />
      <TextField label="Found so many hours ago" value={hours} inputMode="numeric" maxLength={4} onChange={setHours} />
      <TextField
        label="Persons, if it is known"
        value={persons}
        inputMode="numeric"
        maxLength={9}
        onChange={setPersons}
      />
    </ActionForm>
  )
}

const names = {
  told: 'Authority was told',
  note: 'Note',
  closed: 'Close',
} as const satisfies Record<IncidentNote, string>

/** Adds to an incident that the authority was told, a note, or why it is closed. */
export function AddForm({ of: { incident_id, told_at } }: { of: Incident }) {
  const [kind, setKind] = useState<IncidentNote>(told_at === null ? 'told' : 'note')
  const [text, setText] = useState('')
  return (
    <ActionForm
      route={operatorIncidents.addToIncident}
      title={names[kind]}
      sentence="What is written stays as it is."
      action="Write it down"
      missing={text.trim().length < textMin ? 'Write what was done' : undefined}
      input={({ reason, id }) => ({ incident_id, id, kind, text: text.trim(), reason })}
      done={() => 'Written down.'}
      onDone={reread}
      onClose={() => setText('')}
    >
      <ChoiceFilter
        label="What"
        value={kind}
        options={incidentNotes}
        textOf={(one) => names[one]}
        none={names.note}
        onChange={(next) => setKind(next ?? 'note')}
      />
      <TextField label="Text" value={text} maxLength={2_000} onChange={setText} data-first />
    </ActionForm>
  )
}
