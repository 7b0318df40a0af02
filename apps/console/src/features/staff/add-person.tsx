import type { Role } from '@nare/contract/permissions'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { operatorStaffChanges } from '@nare/contract/operator-staff-changes'
import { EnrolLink } from '../../parts/enrol-link.tsx'
import { RolesField } from './roles-field.tsx'

const nameForm = /^[a-z][a-z0-9._-]{0,39}$/

/** A new person: the link to enrol, valid for an hour, comes once a second person has confirmed. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<Role[]>([])
  const isNamed = nameForm.test(name)
  return (
    <ActionForm
      route={operatorStaffChanges.addStaff}
      title="Add a person"
      sentence="A second person confirms and receives the link to enrol, which is valid for an hour. Somebody else then vouches for the new person."
      action={`Add ${name}`}
      missing={!isNamed ? 'Enter a name' : roles.length === 0 ? 'Choose a role' : undefined}
      input={({ reason }) => ({ name, roles, reason })}
      done={({ enrol_url }) => <EnrolLink url={enrol_url} />}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Small letters, as it stands in the audit log"
        value={name}
        autoComplete="off"
        data-first
        onChange={({ target }) => setName(target.value.toLowerCase())}
      />
      <RolesField roles={roles} onChange={setRoles} />
    </ActionForm>
  )
}
