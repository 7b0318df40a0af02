import type { operatorPaymentWork as contract } from '@nare/contract/operator-payments-work'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { Payments } from '../payments.ts'

/** The calls of operators who work on the queue of withdrawals, and their stops. */
export function workRoutes(operator: Payments['operator']): Handlers<typeof contract> {
  return {
    async claimWithdrawal({ id }, call) {
      const claim = await operator.claim(BigInt(id), call.operator)
      if (!claim) return refused('not_found')
      const { by, until } = claim
      return done({ state: by === call.operator ? 'yours' : 'taken', claim: { by, until: until.toISOString() } })
    },
    async undoWithdrawal({ id }) {
      const undone = await operator.undo(BigInt(id))
      return undone.ok ? done({ state: undone.value }) : undone
    },
    async askForProof({ id, text }, call) {
      const isAsked = await operator.askForProof({ id: BigInt(id), text, operator: call.operator })
      return isAsked ? done({ state: 'asked' }) : refused('not_found')
    },
    async stopPayments(given, call) {
      const stopped = await operator.stop({ ...given, operator: call.operator })
      return stopped.ok ? done({ state: stopped.value }) : stopped
    },
  }
}
