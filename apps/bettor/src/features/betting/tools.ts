import { commandId, stored } from '../../state/browser.ts'
import { sentIds } from '../../state/sent-ids.ts'
import type { Tools } from './place-slip.ts'

/** What placing a bet needs from the browser: new ids, unresolved ids and a timer. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, 'bet-ids'),
  wait: (ms: number) => new Promise((done) => setTimeout(done, ms)),
}
