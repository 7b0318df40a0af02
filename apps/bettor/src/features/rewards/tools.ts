import { commandId, stored } from '../../state/browser.ts'
import { sentIds } from '../../state/sent-ids.ts'
import type { Tools } from './send-once.ts'

/** The browser's functions for commands of rewards: new ids, unresolved ids and a timer. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, 'reward-ids'),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
}
