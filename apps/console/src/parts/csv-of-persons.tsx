import { Popover } from '@base-ui/react/popover'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { useMay } from '../wire/me.ts'
import { CsvLink, mayHaveFile, type Listed } from './csv-link.tsx'
import style from './csv-of-persons.module.css'

type Props = { readonly list: Listed; readonly filters: Readonly<Record<string, string | undefined>> }

/** The CSV file of a list of persons, which needs a reason for the audit log. Nothing for somebody who may not have it. */
export function CsvOfPersons({ list, filters }: Props) {
  const may = useMay()
  const [reason, setReason] = useState('')
  const given = reason.trim()
  if (!mayHaveFile(list, may)) return null
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
              <CsvLink list={list} filters={{ ...filters, reason: given }} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
