import { operatorRegister as calls } from '@nare/contract/operator-register'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { countText } from '../../parts/format.ts'
import { TextField } from '../../parts/text-field.tsx'
import style from './care.module.css'

/** Takes a file of the register in: its version, the day of its run, and the file. */
export function RegisterForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [version, setVersion] = useState('')
  const [day, setDay] = useState('')
  const [file, setFile] = useState<string>()
  const take = async (chosen: File | undefined): Promise<void> => {
    setFile(chosen && (await chosen.text()))
    if (chosen && version === '') setVersion(chosen.name.replace(/\.csv$/i, '').slice(0, 60))
  }
  const missing = [
    [file === undefined, 'Choose a file'],
    [version.trim() === '', 'Name the version'],
    [!/^\d{4}-\d\d-\d\d$/.test(day), 'Name the day of the run'],
  ].find(([isMissing]) => isMissing === true)?.[1]
  return (
    <ActionForm
      route={calls.readRegister}
      title="Take a file in"
      sentence="It takes the place of the last run. Accounts that match are excluded, or must prove their identity first; open bets settle, and balances can be withdrawn."
      action="Take the file in"
      missing={typeof missing === 'string' ? missing : undefined}
      input={({ reason, id }) => ({ id, version: version.trim(), run_on: day, file: file ?? '', reason })}
      done={({ data: { persons, bad } }) =>
        `${countText(persons)} persons are in${bad > 0 ? `, ${countText(bad)} lines could not be read` : ''}. All accounts are checked now.`
      }
      onDone={onDone}
      onClose={onClose}
    >
      <label className={style.text}>
        The authority’s file, as CSV{' '}
        <input type="file" accept=".csv,text/csv" data-first onChange={({ target }) => void take(target.files?.[0])} />
      </label>
      <TextField label="Version" value={version} maxLength={60} onChange={setVersion} />
      <TextField label="Day of the run (YYYY-MM-DD)" value={day} maxLength={10} onChange={setDay} />
    </ActionForm>
  )
}
