import { commandId, stored } from '../../state/browser.ts'
import { sentIds } from '../../state/sent-ids.ts'
import type { Tools } from './place-jackpot.ts'

/** What placing a ticket needs of the browser. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, 'jackpot-bet-ids'),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}
