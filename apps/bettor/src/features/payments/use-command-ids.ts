import { useState } from 'react'
import { commandId, session, stored } from '../../state/browser.ts'
import { sentIds } from '../../state/sent-ids.ts'
import { commandIds, type CommandIds } from './command-ids.ts'

/** The unresolved command ids of deposits or withdrawals. */
export function useCommandIds(kind: 'deposit' | 'withdrawal'): CommandIds {
  return useState(() =>
    commandIds(sentIds(stored, `${kind}-ids`), { newId: commandId, owner: () => session.user()?.['id'] }),
  )[0]
}
