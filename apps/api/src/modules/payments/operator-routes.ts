import type { operatorPayments as contract } from '@nare/contract/operator-payments'
import { done, refused } from '@nare/contract/outcome'
import type { PaymentRules } from '#country/country'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Payments } from './payments.ts'

type Deps = {
  readonly payments: Payments['operator']
  /** What one person may approve or send again, and what he may assign or credit, alone within 24 hours, now. */
  readonly rules: () => Pick<PaymentRules, 'oneApproverMax' | 'assignAloneMax'>
}

/** The operators' decisions on deposits, withdrawals, findings and providers. */
export function operatorPaymentsRoutes({ payments, rules }: Deps): Handlers<typeof contract> {
  const { withdrawal, payoutEnd, namedReturn, assignment, resend, returnCredit, confirmation } = payments.decisions
  return {
    decideWithdrawal: {
      async read(tx, { id, approve }, { operator }) {
        const read = await withdrawal.read(tx, { withdrawal: BigInt(id), operator, approve })
        return read.ok ? done({ ...read.value, ...(approve && { alone: rules().oneApproverMax }) }) : read
      },
      async work(tx, { id, approve }, { operator, proposer, line }) {
        const decided = await withdrawal.work(tx, { withdrawal: BigInt(id), operator, proposer, approve, line })
        return decided.ok ? done({ state: decided.value }) : decided
      },
      after: ({ state }, { id, approve }, { operator }) =>
        withdrawal.after({ withdrawal: BigInt(id), operator, approve }, state),
    },
    endWithdrawal: {
      read: (tx, { id, ...given }, { operator }) =>
        payoutEnd.read(tx, { ...given, withdrawal: BigInt(id), operator, proposedBy: operator }),
      async work(tx, { id, ...given }, { operator, proposer = operator, line }) {
        const by = { operator, proposedBy: proposer, line }
        const ended = await payoutEnd.work(tx, { ...given, ...by, withdrawal: BigInt(id) })
        return ended.ok ? done({ state: ended.value }) : ended
      },
      proposed: ({ id }) => payments.afterEndProposed(BigInt(id)),
      after: ({ state }, { id, ...given }, { operator }) =>
        payoutEnd.after({ ...given, withdrawal: BigInt(id), operator, proposedBy: operator }, state),
    },
    assignUnmatched: {
      async read(tx, { bettor_id: bettor, ...given }, { operator }) {
        const read = await assignment.read(tx, { ...given, bettor: BigInt(bettor), operator })
        return read.ok ? done({ ...read.value, alone: rules().assignAloneMax }) : read
      },
      async work(tx, { bettor_id: bettor, ...given }, { operator, proposer }) {
        const alone = proposer === undefined
        const assigned = await assignment.work(tx, { ...given, bettor: BigInt(bettor), operator, alone })
        return assigned.ok ? done({ state: 'assigned', deposit_id: assigned.value.deposit.toString() }) : assigned
      },
      after: ({ deposit_id: deposit }, { bettor_id: bettor, ...given }, { operator }) =>
        assignment.after({ ...given, bettor: BigInt(bettor), operator }, { deposit: BigInt(deposit) }),
    },
    giveBack: {
      read: (tx, { id, msisdn }, { operator }) => namedReturn.read(tx, { deposit: BigInt(id), msisdn, operator }),
      async work(tx, { id, msisdn }, { operator, line }) {
        const reserved = await namedReturn.work(tx, { deposit: BigInt(id), msisdn, operator, line })
        return reserved.ok ? done({ state: 'sent', withdrawal_id: reserved.value.toString() }) : reserved
      },
      after: ({ withdrawal_id: payout }, { id, msisdn }, { operator }) =>
        namedReturn.after({ deposit: BigInt(id), msisdn, operator }, BigInt(payout)),
    },
    resendWithdrawal: {
      async read(tx, { id }) {
        const read = await resend.read(tx, { withdrawal: BigInt(id) })
        return read.ok ? done({ ...read.value, alone: rules().oneApproverMax }) : read
      },
      async work(tx, { id }, { line }) {
        const sent = await resend.work(tx, { withdrawal: BigInt(id), line })
        return sent.ok ? done({ state: sent.value }) : sent
      },
      after: ({ state }, { id }) => resend.after({ withdrawal: BigInt(id) }, state),
    },
    creditReturn: {
      async read(tx, { id }, { operator }) {
        const read = await returnCredit.read(tx, { deposit: BigInt(id), operator })
        return read.ok ? done({ ...read.value, alone: rules().assignAloneMax }) : read
      },
      async work(tx, { id }, { operator }) {
        const credited = await returnCredit.work(tx, { deposit: BigInt(id), operator })
        return credited.ok ? done({ state: credited.value }) : credited
      },
      after: ({ state }, { id }, { operator }) => returnCredit.after({ deposit: BigInt(id), operator }, state),
    },
    confirmDeposit: {
      async read(tx, { id, receipt, amount }) {
        const read = await confirmation.read(tx, { deposit: BigInt(id), receipt, amount })
        return read.ok ? done({ ...read.value, alone: rules().assignAloneMax }) : read
      },
      async work(tx, { id, receipt, amount }) {
        const confirmed = await confirmation.work(tx, { deposit: BigInt(id), receipt, amount })
        return confirmed.ok ? done({ state: confirmed.value }) : confirmed
      },
      after: ({ state }, { id, receipt, amount }) =>
        confirmation.after({ deposit: BigInt(id), receipt, amount }, state),
    },
    async nameReceipt({ id, receipt }) {
      const named = await payments.nameReceipt({ deposit: BigInt(id), receipt })
      return named.ok ? done({ state: named.value }) : named
    },
    async endDeposit({ id }) {
      const ended = await payments.endUnknown(BigInt(id))
      return ended.ok ? done({ state: ended.value }) : ended
    },
    async resumeProvider({ provider }, { operator }) {
      const ended = await payments.endFaults({ provider, operator })
      return ended.ok ? done({ state: ended.value }) : ended
    },
    async confirmRegistration({ provider }, { operator }) {
      const confirmed = await payments.confirmRegistration({ provider, operator })
      return confirmed.ok ? done({ state: confirmed.value }) : confirmed
    },
    async reviews(page) {
      const { rows, ...paged } = await payments.reviews(page)
      return done({
        data: rows.map(({ id, payment, what, facts, at }) => ({
          review_id: id.toString(),
          payment_id: payment.toString(),
          what,
          facts,
          at: at.toISOString(),
        })),
        meta: metaOf(page, paged),
      })
    },
    async resolveReview({ id }) {
      return (await payments.resolveReview(BigInt(id))) ? done({ state: 'resolved' }) : refused('not_found')
    },
  }
}
