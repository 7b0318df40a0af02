import { createHash } from 'node:crypto'
import type { TicketEvidence } from '@nare/contract/console-tickets'
import { formatMoney, money } from '@nare/money/money'
import { transferKinds } from '#modules/ledger/ledger'
import { ticketState, type HouseEvidence } from '#modules/tickets/tickets'
import { maskNumbers } from '#platform/mask-numbers'

/** Shorter waits are not a delay of a bet in play but the time of its transaction. */
const delayMsMin = 500

/** Everything about a ticket on one page, so that whoever is asked "why was this lost" needs no other. */
export function evidenceView(evidence: HouseEvidence, audit: TicketEvidence['audit']): TicketEvidence {
  const { bettor, bet, proof, transfers, session, device } = evidence
  const askedMs = transfers[0]?.at.getTime()
  const waitedMs = askedMs === undefined ? 0 : Date.parse(bet.placed_at) - askedMs
  const proofs = new Map(proof.legs?.map((leg) => [leg.n, leg]))
  return {
    ...bet,
    state: ticketState(bet),
    bettor_id: String(bettor),
    why: proof.why ?? 'Nothing is known about this ticket but its state.',
    legs: bet.legs.map((leg, n) => ({
      ...leg,
      ...(proofs.get(n) ?? { n, why: '', prices: [], changes: [], events: [], results: [] }),
    })),
    ...(askedMs !== undefined &&
      waitedMs >= delayMsMin && {
        delay: { asked_at: new Date(askedMs).toISOString(), seconds: waitedMs / 1000 },
      }),
    transfers: transfers.map(({ no, id, kind, account, amount, balanceAfter, at }) => ({
      ...{ no: String(no), id, kind, account, text: transferKinds[kind].text, at: at.toISOString() },
      amount: formatMoney(money(amount)),
      balance_after: balanceAfter === null ? null : formatMoney(money(balanceAfter)),
    })),
    cash_outs: proof.cash_outs ?? [],
    cash_outs_refused: proof.cash_outs_refused ?? [],
    ...(proof.cash_out_now && { cash_out_now: proof.cash_out_now }),
    ...(proof.cash_out_rule && { cash_out_rule: proof.cash_out_rule }),
    ...(proof.round && { round: proof.round }),
    ...(session !== null && { origin: { session, ...(device !== null && { device }) } }),
    audit,
  }
}

/** The evidence as a file: `content` byte for byte, and the SHA-256 of it in hex. Phone numbers are hidden before the hash is made. */
export function evidenceFile(ticket: TicketEvidence, at: Date): { name: string; content: string; sha256: string } {
  const made_at = at.toISOString()
  const content = maskNumbers(`${JSON.stringify(maskNumbers({ made_at, ticket }), null, 2)}\n`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name: `ticket-${ticket.bet_id}-${made_at.slice(0, 19).replaceAll(':', '')}.json`, content, sha256 }
}
