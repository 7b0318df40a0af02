import { commandId, stored } from '../../state/browser.ts'
import { sentIds } from '../../state/sent-ids.ts'
import type { Tools } from './place-jackpot.ts'

/** The browser functions that placing a ticket needs. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, 'jackpot-bet-ids'),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}
