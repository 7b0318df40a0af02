import { commandId, stored } from '../../state/browser.ts'
import { sentIds } from '../../state/sent-ids.ts'
import type { Tools } from './place-slip.ts'

/** The browser's tools for placing bets: new ids, stored ids of unresolved commands and a timer. */
export const tools: Tools = {
  newId: commandId,
  ids: sentIds(stored, 'bet-ids'),
  wait: (ms: number) => new Promise((done) => setTimeout(done, ms)),
}
