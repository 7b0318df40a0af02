import type { Role } from '@nare/contract/permissions'
import { Button } from '@nare/ui/button'
import { useState, type ReactNode } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts } from '../../parts/controls.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { operatorStaff } from '@nare/contract/operator-staff'
import { operatorStaffChanges } from '@nare/contract/operator-staff-changes'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { EnrolLink } from '../../parts/enrol-link.tsx'
import { RolesField } from './roles-field.tsx'
import { isUnvouched, type StaffPerson } from './staff-person.ts'
import style from './staff.module.css'

type Action = 'roles' | 'state' | 'reset' | 'link' | 'vouch' | 'sessions'

/** A person with what an admin may do: other roles, suspension, a new enrolment, the end of all sessions. */
export function PersonPanel({ person }: { person: StaffPerson }) {
  const mayManage = useMay()('staff.manage')
  const [action, setAction] = useState<Action>()
  const { name, roles, state, methods, last_seen_at, recovery_codes, link_to } = person
  const close = (): void => setAction(undefined)
  const forms: Readonly<Record<Action, ReactNode>> = {
    roles: <ChangeRoles person={person} onClose={close} />,
    state: (
      <ActionForm
        route={operatorStaffChanges.changeStaff}
        title={state === 'active' ? `Suspend ${name}` : `Let ${name} in again`}
        sentence={
          state === 'active'
            ? 'All sessions and tokens end at once, and what this person proposed. If fewer than two admins would be left, a second person confirms.'
            : 'The person can log in again with the same roles. A second person confirms.'
        }
        action={state === 'active' ? 'Suspend' : 'Let in again'}
        danger={state === 'active'}
        input={({ reason }) => ({
          name,
          state: state === 'active' ? ('suspended' as const) : ('active' as const),
          reason,
        })}
        onClose={close}
      />
    ),
    reset: (
      <ActionForm
        route={operatorStaffChanges.changeStaff}
        title={`New enrolment of ${name}`}
        sentence="Password, code app, passkeys, recovery codes, tokens and proposals end, and a new link is made. A second person confirms and receives it."
        action="Reset"
        danger
        input={({ reason }) => ({ name, reset: true, reason })}
        done={({ enrol_url }) => <EnrolLink url={enrol_url} />}
        onClose={close}
      />
    ),
    link: (
      <ActionForm
        route={operatorStaffChanges.enrolAgain}
        title={`New link for ${name}`}
        sentence="The person has not enrolled yet. The earlier link ends. A second person confirms and receives the new one, which is valid for an hour."
        action="Make a link"
        input={({ reason }) => ({ name, reason })}
        done={({ enrol_url }) => <EnrolLink url={enrol_url} />}
        onClose={close}
      />
    ),
    vouch: (
      <ActionForm
        route={operatorStaffChanges.vouch}
        title={`Vouch for ${name}`}
        sentence={`You have seen or spoken to ${name} and know that ${link_to ?? 'nobody else'} does not log in under this name. From then on both count as two people.`}
        action={`Vouch for ${name}`}
        input={({ reason }) => ({ name, reason })}
        onClose={close}
      />
    ),
    sessions: (
      <ActionForm
        route={operatorStaffChanges.endSessions}
        title={`End the sessions of ${name}`}
        sentence={`${person.sessions} sessions end at once. The person can log in again.`}
        action="End sessions"
        input={({ reason }) => ({ name, reason })}
        onClose={close}
      />
    ),
  }
  return (
    <>
      <div className={style.person}>
        <h2>{name}</h2>
        <Facts
          rows={[
            ['Roles', roles.map(labelOf).join(', ')],
            ['State', labelOf(state)],
            ['Logs in by', methods.join(', ') || 'not enrolled'],
            ['Recovery codes left', recovery_codes],
            ['Link to enrol', linkText(person)],
            ['Last seen', whenText(last_seen_at, serverNow())],
          ]}
        />
        {mayManage && (
          <div className={style.actions}>
            <Button look="soft" small onClick={() => setAction('roles')}>
              Roles
            </Button>
            <Button look="soft" small onClick={() => setAction('state')}>
              {state === 'active' ? 'Suspend' : 'Let in again'}
            </Button>
            <Button look="soft" small onClick={() => setAction(methods.length === 0 ? 'link' : 'reset')}>
              {methods.length === 0 ? 'New link' : 'New enrolment'}
            </Button>
            {isUnvouched(person) && (
              <Button look="soft" small disabled={methods.length === 0} onClick={() => setAction('vouch')}>
                Vouch
              </Button>
            )}
            <Button look="soft" small disabled={person.sessions === 0} onClick={() => setAction('sessions')}>
              End sessions
            </Button>
          </div>
        )}
      </div>
      {action && <div key={action}>{forms[action]}</div>}
      <Sessions name={name} />
    </>
  )
}

/** Who received the link to enrol, and whether somebody has vouched since. */
function linkText({ link_to, vouched_by }: StaffPerson): string {
  if (link_to === null) return 'printed on the machine'
  return vouched_by === null
    ? `given to ${link_to}, not yet vouched for`
    : `given to ${link_to}, vouched for by ${vouched_by}`
}

function ChangeRoles({ person: { name, roles: before }, onClose }: { person: StaffPerson; onClose: () => void }) {
  const [roles, setRoles] = useState<Role[]>([...before])
  const isSame = roles.join() === before.join()
  return (
    <ActionForm
      route={operatorStaffChanges.changeStaff}
      title={`Roles of ${name}`}
      sentence={`${before.map(labelOf).join(', ')} → ${roles.map(labelOf).join(', ') || 'none'}. A second person confirms.`}
      action="Change roles"
      missing={roles.length === 0 ? 'Choose a role' : isSame ? 'Nothing is changed' : undefined}
      input={({ reason }) => ({ name, roles, reason })}
      onClose={onClose}
    >
      <RolesField roles={roles} onChange={setRoles} />
    </ActionForm>
  )
}

function Sessions({ name }: { name: string }) {
  const { data } = useRead(operatorStaff.staffSessions, { name })
  const sessions = data?.data ?? []
  if (sessions.length === 0) return null
  return (
    <section className={style.person} aria-label="Sessions">
      <h3>Sessions</h3>
      <Facts
        rows={sessions.map(({ created_at, last_seen_at, method, address }) => [
          `${whenText(created_at, serverNow())}, ${method}`,
          `${address}, seen ${whenText(last_seen_at, serverNow())}`,
        ])}
      />
    </section>
  )
}
