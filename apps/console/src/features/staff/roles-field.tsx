import { roles as allRoles, type Role } from '@nare/contract/permissions'
import { labelOf } from '../../parts/format.ts'
import style from './staff.module.css'

/** The roles of a person, of which there is at least one. */
export function RolesField({ roles, onChange }: { roles: readonly Role[]; onChange: (roles: Role[]) => void }) {
  return (
    <fieldset className={style.roles}>
      <legend>Roles</legend>
      {allRoles.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={({ target }) =>
              onChange(allRoles.filter((each) => (each === role ? target.checked : roles.includes(each))))
            }
          />
          {labelOf(role)}
        </label>
      ))}
    </fieldset>
  )
}
