import { useState } from 'react'
import { commandId } from '../../state/browser.ts'
import { commandIds, type CommandIds } from './command-ids.ts'

/** The ids of the money commands of one form. */
export function useCommandId(): CommandIds {
  return useState(() => commandIds(commandId))[0]
}
