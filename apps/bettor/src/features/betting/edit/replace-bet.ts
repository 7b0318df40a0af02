import type { Failed } from '@nare/client/call'
import { betEdit as calls } from '@nare/contract/bet-edit'
import type { BetView } from '@nare/contract/betting'
import type { CashOutQuote } from '@nare/contract/cash-out'
import { noAnswer, type CommandResult } from '../../../commands/command-outcome.ts'
import { commandTools } from '../../../commands/command-tools.ts'
import { serverNow } from '../../../state/browser.ts'
import { wirePicks } from '../../../state/picks.ts'
import type { Steps } from '../../../state/store.ts'
import { isLess } from '../cash-out/figures.ts'
import { isUsable, lowerQuote, newQuote, quoteTriesMax } from '../cash-out/quotes.ts'

export const tools = commandTools('edit-ids')

/** The edit that the bettor confirmed: `seen` is the value that the button showed, as decimal text. */
export type Replacement = { id: string; bet_id: string; seen: string; quote: CashOutQuote | undefined }

/**
 * Replaces a bet by the slip for at least the value that the bettor saw. Requests a new quote if the current one has expired. `onQuote` gets
 * each new quote; if it is lower, nothing is sent.
 */
export function replaceBet(
  { id, bet_id, seen, quote: first }: Replacement,
  onQuote: (quote: CashOutQuote) => void,
): Steps<CommandResult<BetView>> {
  return async (send, getState, { call }) => {
    let quote = first
    for (let tries = 0; tries < quoteTriesMax; tries++) {
      const usable = isUsable(quote, seen, serverNow()) ? quote : await send(newQuote(bet_id))
      if ('ok' in usable) return usable
      if (usable !== quote) onQuote(usable)
      if (isLess(usable.amount, seen)) return fell
      const { slip, accept } = getState().betting
      const reply = await call(calls.edit, { id, bet_id, quote_id: usable.quote_id, slip: wirePicks(slip), accept })
      if (reply.ok) return { ok: true, value: reply.body.bet }
      const lower = lowerQuote(reply)
      if (lower) onQuote(lower)
      if (reply.code !== 'quote_expired') return reply
      quote = undefined
    }
    return { ...noAnswer(calls.edit.fallback), code: 'overloaded', status: 503 }
  }
}

const fell: Failed = { ...noAnswer(calls.edit.fallback), code: 'quote_changed', status: 409 }
