import { money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { lockTickets, settleTickets } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { decideBets, type BetDecision, type CrashBetRow } from './bet-store.ts'

/** The outcome of a bet with its total return in cents. */
export type Decision = BetDecision & { readonly returned: bigint }
export type DecidedBet = { readonly betId: bigint; readonly bettor: bigint }

/**
 * Decides bets once, as one set: locks their tickets by id, skips those that are already decided, pays the others and updates both rows of
 * each. Returns the bets that it decided.
 */
export async function decideOnce(ledger: Ledger, tx: Tx, decisions: readonly Decision[]): Promise<DecidedBet[]> {
  if (decisions.length === 0) return []
  const byId = new Map(decisions.map((decision) => [decision.betId, decision]))
  const tickets = await lockTickets(tx, [...byId.keys()])
  const settlements = tickets.flatMap((ticket) => {
    const decision = byId.get(ticket.betId)
    if (!decision || ticket.state !== 'open') return []
    return [{ ticket, decision, state: decision.state, returned: money(decision.returned) }]
  })
  if (settlements.length === 0) return []
  await Promise.all([
    decideBets(
      tx,
      settlements.map(({ decision }) => decision),
    ),
    settleTickets({ ledger }, tx, settlements),
  ])
  return settlements.map(({ ticket }) => ({ betId: ticket.betId, bettor: ticket.bettor }))
}

/** The decision that voids a bet and returns its stake. */
export const voided = ({ betId, stake }: Pick<CrashBetRow, 'betId' | 'stake'>) => ({
  betId,
  state: 'void' as const,
  cashedOutAt: null,
  command: null,
  returned: stake,
})
