import { consoleTickets } from '@nare/contract/console-tickets'
import { useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Keys } from '../../parts/controls.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { call } from '../../wire/calls.ts'
import style from './ticket.module.css'

/** Saves the evidence as a file, and shows the hash by which anybody can check that the file was not changed. */
export function TicketFile({ id }: { id: string }) {
  const [text, setText] = useState('')
  const save = async (): Promise<void> => {
    setText('Reading…')
    const reply = await call(consoleTickets.ticketFile, { id })
    if (!reply.ok) return setText(reply.error)
    const { name, content, sha256 } = reply.body
    saveFile(name, content, 'application/json')
    setText(`SHA-256 ${sha256}`)
  }
  useKeys([{ keys: ['f'], label: 'file for the regulator', press: () => void save() }])
  return (
    <div className={style.file}>
      <button type="button" onClick={() => void save()}>
        <Icon name="down" size={14} /> File for the regulator <Keys names={['f']} />
      </button>
      <output>{text}</output>
    </div>
  )
}
