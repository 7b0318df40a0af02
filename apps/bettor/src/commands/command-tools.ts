import { commandId, stored } from '../state/browser.ts'
import type { CommandTools } from './run-command.ts'
import { sentIds } from './sent-ids.ts'

/** The browser's tools for money commands of one kind: new ids, a timer, and the ids without an outcome, stored under `key`. */
export const commandTools = (key: string): CommandTools => ({
  newId: commandId,
  ids: sentIds(stored, key),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
})
