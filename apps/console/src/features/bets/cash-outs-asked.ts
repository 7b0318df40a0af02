import type { TicketEvidence } from '@nare/contract/console-tickets'
import { amountText, labelOf } from '../../parts/format.ts'

export type AskedCashOut = {
  readonly key: string
  readonly at: string
  readonly quoted: string | null
  readonly paid: string | null
  readonly text: string
}

const refusals: Readonly<Record<string, string>> = {
  quote_changed: 'refused: the value had fallen',
  quote_expired: 'refused: the quote was too old',
  quote_used: 'refused: the quote was used before',
}

/** What a cash-out would pay now, or why none is offered, with the code that the bettor's own call has; nothing for an ended ticket. */
export function cashOutNowText({ cash_out_now }: Pick<TicketEvidence, 'cash_out_now'>): string | undefined {
  if (!cash_out_now) return undefined
  const { amount, reason = 'unknown', message = '' } = cash_out_now
  return amount === undefined ? `None is offered now (${reason}): ${message}.` : `Now worth ${amountText(amount)}.`
}

/** Every cash-out that was asked for, oldest first: what was paid, or why it was refused. */
export function cashOutsAsked({
  cash_outs,
  cash_outs_refused,
}: Pick<TicketEvidence, 'cash_outs' | 'cash_outs_refused'>): readonly AskedCashOut[] {
  const taken = cash_outs.map(({ id, at, stake, amount, automatic }) => ({
    ...{ key: id, at, quoted: null, paid: amount },
    text: `taken ${automatic ? 'automatically' : 'by the bettor'}, ${amountText(stake)} of the stake`,
  }))
  const refused = cash_outs_refused.map(({ at, code, reason, quoted, part }, n) => ({
    ...{ key: `refused ${n}`, at, quoted, paid: null },
    text: `${refusals[code] ?? `refused: ${labelOf(reason ?? code).toLowerCase()}`}${part === '1.00' ? '' : `, ${part} of the rest`}`,
  }))
  return [...taken, ...refused].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
