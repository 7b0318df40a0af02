import { commandId, serverNow, stored } from '../../../state/browser.ts'
import { cashOutIds, sentIds } from '../../../state/sent-ids.ts'
import type { Tools } from './cash-out-bet.ts'

/** The browser's tools for a cash-out: new ids, stored ids of unresolved commands, a timer and the server's time. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, cashOutIds),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  nowMs: serverNow,
}
