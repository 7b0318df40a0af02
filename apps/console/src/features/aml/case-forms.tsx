import type { OneAmlCase } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { momentOf } from '../../parts/moment.ts'
import { TextArea } from '../../parts/text-area.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { readAgain } from './read-again.ts'
import { usePeople } from './use-people.ts'

type Props = { readonly of: OneAmlCase; readonly onClose: () => void }

/** What can be done about a case, with its key; the usual one first. */
export const caseKeys = { note: 'n', evidence: 'e', owner: 'o', filed: 'p', close: 'c' } as const
export type CaseAct = keyof typeof caseKeys
export const caseActTexts: Readonly<Record<CaseAct, string>> = {
  note: 'Write a note',
  evidence: 'Attach evidence',
  owner: 'Owner, deadline',
  filed: 'Report filed',
  close: 'Close',
}

/** What can be done about a case in a state: nothing once it is closed. */
export const caseActs = (state: OneAmlCase['state']): readonly CaseAct[] =>
  state === 'closed'
    ? []
    : state === 'reported'
      ? ['note', 'evidence', 'owner', 'close']
      : ['note', 'evidence', 'owner', 'filed', 'close']

/** The form of an action. */
export function CaseForm({ act, ...props }: Props & { act: CaseAct }) {
  const Form = forms[act]
  return <Form {...props} />
}

function NoteForm({ of: { case_id }, onClose }: Props) {
  const [text, setText] = useState('')
  return (
    <ActionForm
      route={calls.noteAmlCase}
      title={`Note in case ${case_id}`}
      sentence="It stays with your name, and is part of the report as what was done. The bettor never sees it."
      action="Keep the note"
      missing={text.trim().length < 3 ? 'Write the note' : undefined}
      input={({ reason, id }) => ({ case_id, id, text: text.replaceAll(/\s+/g, ' ').trim(), reason })}
      done={() => 'The note is kept.'}
      onDone={readAgain}
      onClose={onClose}
    >
      <TextArea label="Note" value={text} maxLength={4000} onChange={setText} data-first />
    </ActionForm>
  )
}

const kinds = ['payment', 'ticket', 'timeline'] as const

function EvidenceForm({ of: { case_id }, onClose }: Props) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('payment')
  const [ref, setRef] = useState('')
  const isWhole = /^[1-9]\d*$/.test(ref.trim())
  return (
    <ActionForm
      route={calls.attachToAmlCase}
      title={`Evidence of case ${case_id}`}
      sentence="It is kept as it is now, whatever becomes of it. The timeline keeps its newest 200 lines."
      action="Attach it"
      missing={kind !== 'timeline' && !isWhole ? `Enter the number of the ${kind}` : undefined}
      showsFault={(name) => name === 'ref' && kind !== 'timeline'}
      input={({ reason, id }) => ({ case_id, id, kind, reason, ...(kind !== 'timeline' && { ref: ref.trim() }) })}
      done={() => 'Attached.'}
      onDone={readAgain}
      onClose={onClose}
    >
      {(faultOf) => (
        <>
          <ChoiceField label="Kind" data-first value={kind} options={kinds} onChange={setKind} />
          {kind !== 'timeline' && (
            <TextField
              label="Number"
              value={ref}
              maxLength={18}
              inputMode="numeric"
              error={faultOf('ref')}
              onChange={setRef}
            />
          )}
        </>
      )}
    </ActionForm>
  )
}

function OwnerForm({ of, onClose }: Props) {
  const people = usePeople()
  const [owner, setOwner] = useState(of.owner)
  const [due, setDue] = useState('')
  const due_at = due === '' ? undefined : momentOf(due)
  return (
    <ActionForm
      route={calls.assignAmlCase}
      title={`Owner of case ${of.case_id}`}
      sentence="The owner and the deadline before stay in the timeline. Without another deadline it stays as it is."
      action="Name the owner"
      missing={due !== '' && due_at === undefined ? 'Enter the whole date and time' : undefined}
      input={({ reason, id }) => ({ case_id: of.case_id, id, owner, reason, ...(due_at !== undefined && { due_at }) })}
      done={() => `${owner} owns it.`}
      onDone={readAgain}
      onClose={onClose}
    >
      <ChoiceField
        label="Owner"
        data-first
        value={owner}
        options={people.includes(of.owner) ? people : [of.owner, ...people]}
        textOf={(one) => one}
        onChange={setOwner}
      />
      <TextField label="Another deadline (YYYY-MM-DD HH:MM, or nothing)" value={due} maxLength={16} onChange={setDue} />
    </ActionForm>
  )
}

function FiledForm({ of: { case_id }, onClose }: Props) {
  const [reference, setReference] = useState('')
  return (
    <ActionForm
      route={calls.reportAmlCase}
      title={`Case ${case_id} is reported`}
      sentence="The report file and the payments are kept as they are now, and the deadline is met. It cannot be taken back."
      action="Keep as reported"
      missing={reference.trim() === '' ? 'Enter the reference of the authority' : undefined}
      input={({ reason, id }) => ({ case_id, id, reference: reference.trim(), reason })}
      done={() => 'Reported.'}
      onDone={readAgain}
      onClose={onClose}
    >
      <TextField label="Reference" value={reference} maxLength={100} onChange={setReference} data-first />
    </ActionForm>
  )
}

function CloseForm({ of: { case_id, state }, onClose }: Props) {
  return (
    <ActionForm
      route={calls.closeAmlCase}
      title={state === 'open' ? `Close case ${case_id} without a report` : `Close case ${case_id}`}
      sentence={
        state === 'open'
          ? 'Nothing is reported to the authority. Say why there is no suspicion: the reason is kept for seven years, and cannot be changed.'
          : 'It was reported. Nothing more can be added, and it is kept for seven years.'
      }
      action={state === 'open' ? 'Close without a report' : 'Close the case'}
      danger={state === 'open'}
      input={({ reason, id }) => ({ case_id, id, reason })}
      done={() => 'Closed.'}
      onDone={readAgain}
      onClose={onClose}
    />
  )
}

const forms = { note: NoteForm, evidence: EvidenceForm, owner: OwnerForm, filed: FiledForm, close: CloseForm } as const
