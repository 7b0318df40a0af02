import { commandTools } from '../../commands/command-tools.ts'
import type { Kind } from './send-payment.ts'

/** The two kinds of payments have separate ids: an unresolved deposit does not stop a withdrawal. */
export const toolsOf = {
  deposit: commandTools('deposit-ids'),
  withdrawal: commandTools('withdrawal-ids'),
} satisfies Record<Kind, unknown>
