import { Popover } from '@base-ui/react/popover'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { CsvLink } from './controls.tsx'
import style from './csv-of-persons.module.css'

type Props = { readonly path: string; readonly filters: Readonly<Record<string, string | undefined>> }

/** The CSV file of a list of persons, which needs a reason for the audit log. */
export function CsvOfPersons({ path, filters }: Props) {
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <Popover.Root>
      <Popover.Trigger className={style.open}>CSV…</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={style.place} align="end" sideOffset={4}>
          <Popover.Popup className={style.popup}>
            <Popover.Title className={style.title}>Persons as a CSV file</Popover.Title>
            <Field
              label="Reason"
              hint="It stands in the audit log"
              value={reason}
              autoComplete="off"
              onChange={({ target }) => setReason(target.value)}
            />
            {given.length < 3 ? (
              <span className="t3">Say why.</span>
            ) : (
              <CsvLink path={path} filters={{ ...filters, reason: given }} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
