import type { AmlAlert } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { useMe } from '../../wire/me.ts'
import { CaseLink } from './case-link.tsx'
import { readAgain } from './read-again.ts'
import { usePeople } from './use-people.ts'

type Props = { readonly of: AmlAlert; readonly onClose: () => void }

export function OpenCase({ of: { alert_id, name, bettor_id }, onClose }: Props) {
  return (
    <ActionForm
      route={calls.openAmlCase}
      title={`Open a case about ${name || `B-${bettor_id}`}`}
      sentence="You own it. All open alerts about this bettor join it, with their facts and payments as they are now. The bettor learns nothing of it."
      action="Open the case"
      input={({ reason, id }) => ({ alert_id, id, reason })}
      done={({ case_id }) => (
        <>
          Opened: <CaseLink id={case_id} />
        </>
      )}
      onDone={readAgain}
      onClose={onClose}
    />
  )
}

export function JoinCase({ of: { alert_id, open_case_id }, onClose }: Props) {
  const case_id = open_case_id ?? ''
  return (
    <ActionForm
      route={calls.joinAmlCase}
      title={`Join case ${case_id}`}
      sentence="What the alert says becomes evidence of the case. It leaves the queue."
      action="Join the case"
      input={({ reason, id }) => ({ case_id, alert_id, id, reason })}
      done={() => (
        <>
          Joined: <CaseLink id={case_id} />
        </>
      )}
      onDone={readAgain}
      onClose={onClose}
    />
  )
}

export function DismissAlert({ of: { alert_id }, onClose }: Props) {
  return (
    <ActionForm
      route={calls.closeAmlAlert}
      title="Dismiss the alert"
      sentence="It needs no case. The same rule stays quiet about this bettor for some days. The reason is kept with the alert."
      action="Dismiss"
      reasons={[
        'The source of the money is known: ',
        'The person paid for a relative, as shown: ',
        'As usual for this bettor: ',
      ]}
      input={({ reason, id }) => ({ alert_id, id, reason })}
      done={() => 'Dismissed.'}
      onDone={readAgain}
      onClose={onClose}
    />
  )
}

export function AssignAlert({ of, onClose }: Props) {
  const people = usePeople()
  const { name } = useMe()
  const [owner, setOwner] = useState(name)
  return (
    <ActionForm
      route={calls.assignAmlAlert}
      title="Owner of the alert"
      sentence="Who owns it looks at it. It stays in the queue until it is in a case or dismissed."
      action="Name the owner"
      input={({ reason, id }) => ({ alert_id: of.alert_id, id, owner, reason })}
      done={(answer) => `${answer.owner} looks at it.`}
      onDone={readAgain}
      onClose={onClose}
    >
      <ChoiceField
        label="Owner"
        data-first
        value={owner}
        options={people.includes(name) ? people : [name, ...people]}
        textOf={(one) => one}
        onChange={setOwner}
      />
    </ActionForm>
  )
}
