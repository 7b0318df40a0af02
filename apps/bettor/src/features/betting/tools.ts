import { commandId, stored } from '../../state/browser.ts'
import { sentIds } from '../../state/sent-ids.ts'
import type { Tools } from './place-slip.ts'

/** What placing needs of this browser: new ids, the ids that were not answered yet, and its clock. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, 'bet-ids'),
  wait: (ms: number) => new Promise((done) => setTimeout(done, ms)),
}
