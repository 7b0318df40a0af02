import { commandTools } from '../../../commands/command-tools.ts'
import { cashOutIds } from '../../../commands/sent-ids.ts'
import { serverNow } from '../../../state/browser.ts'
import type { Tools } from './cash-out-bet.ts'

export const tools: Tools = { ...commandTools(cashOutIds), nowMs: serverNow }
