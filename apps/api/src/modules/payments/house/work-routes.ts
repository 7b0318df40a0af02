import type { operatorPaymentWork as contract } from '@nare/contract/operator-payments-work'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { onceForId } from '#platform/operator-calls'
import type { Payments } from '../payments.ts'
import { claimView } from './views.ts'

/** The calls of operators who work on the queue of withdrawals, and their stops. */
export function workRoutes(operator: Payments['operator']): Handlers<typeof contract> {
  return {
    async claimWithdrawal({ id }, call) {
      const claim = await operator.claim(BigInt(id), call.operator)
      if (!claim) return refused('not_found')
      return done({ state: claim.by === call.operator ? 'yours' : 'taken', claim: claimView(claim) })
    },
    async holdWithdrawal({ id, reason }, call) {
      const claim = await operator.hold({ id: BigInt(id), operator: call.operator, reason })
      if (!claim) return refused('not_found')
      return done({ state: claim.by === call.operator ? 'held' : 'taken', claim: claimView(claim) })
    },
    async undoWithdrawal({ id }) {
      const undone = await operator.undo(BigInt(id))
      return undone.ok ? done({ state: undone.value }) : undone
    },
    askForProof: onceForId({
      async work(tx, { withdrawal_id, text }, call) {
        const isAsked = await operator.askForProof(tx, { id: BigInt(withdrawal_id), text, operator: call.operator })
        return isAsked ? done({ state: 'asked' }) : refused('not_found')
      },
      after: (_, { withdrawal_id }) => operator.sendProofRequests(BigInt(withdrawal_id)),
    }),
    async stopPayments(given, call) {
      const stopped = await operator.stop({ ...given, operator: call.operator })
      return stopped.ok ? done({ state: stopped.value }) : stopped
    },
  }
}
