import { commandId, serverNow, stored } from '../../../state/browser.ts'
import { cashOutIds, sentIds } from '../../../state/sent-ids.ts'
import type { Tools } from './take-cash-out.ts'

/** What cashing out needs from the browser: new ids, unresolved ids, a timer and the server's time. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, cashOutIds),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  nowMs: serverNow,
}
