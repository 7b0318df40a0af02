import type { operatorPayments as contract } from '@nare/contract/operator-payments'
import { done, refused } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Kyc } from '#modules/identity/identity'
import type { Handlers } from '#platform/calls'
import type { House, WaitingProposal } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import type { Payments } from './payments.ts'

type Deps = {
  readonly payments: Payments['operator']
  readonly identityStates: Kyc['operator']['states']
  readonly house: Pick<House, 'waitingFor'>
  /** What one person may approve, and assign, alone within 24 hours. */
  readonly approveAloneMax: bigint
  readonly assignAloneMax: bigint
}

const text = (cents: bigint): string => formatMoney(money(cents))

/** The operators' calls about deposits, withdrawals, findings and providers. */
export function operatorPaymentsRoutes({
  payments,
  identityStates,
  house,
  approveAloneMax,
  assignAloneMax,
}: Deps): Handlers<typeof contract> {
  const { withdrawal, payoutEnd, namedReturn, assignment } = payments.decisions
  return {
    async withdrawals(page) {
      const { rows, ...paged } = await payments.queue(page)
      const [states, waiting] = await Promise.all([
        identityStates(rows.map(({ bettor }) => bettor)),
        house.waitingFor(rows.map(({ id }) => `withdrawal ${id}`)),
      ])
      return done({
        data: rows.map((row) => ({
          withdrawal_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          msisdn: row.msisdn,
          provider: row.provider,
          sum: text(row.sum),
          tax: text(row.tax),
          debited: text(row.debited),
          reason: row.reason,
          identity: states.get(row.bettor) ?? ('none' as const),
          approvers: row.approvers ?? 0,
          approved_by: proposersOf(waiting.get(`withdrawal ${row.id}`)),
          created_at: row.createdAt.toISOString(),
        })),
        meta: metaOf(page, paged),
      })
    },
    decideWithdrawal: {
      async read(tx, { id, approve }, { operator }) {
        const read = await withdrawal.read(tx, { withdrawal: BigInt(id), operator, approve })
        return read.ok ? done({ ...read.value, ...(approve && { alone: approveAloneMax }) }) : read
      },
      async work(tx, { id, approve }, { operator, proposer }) {
        const decided = await withdrawal.work(tx, { withdrawal: BigInt(id), operator, proposer, approve })
        return decided.ok ? done({ state: decided.value }) : decided
      },
      after: ({ state }, { id, approve }, { operator }) =>
        withdrawal.after({ withdrawal: BigInt(id), operator, approve }, state),
    },
    async unresolvedWithdrawals(page) {
      const { rows, ...paged } = await payments.unresolvedPayouts(page)
      const waiting = await house.waitingFor(rows.map(({ id }) => `withdrawal ${id}`))
      return done({
        data: rows.map((row) => unresolvedView(row, waiting.get(`withdrawal ${row.id}`))),
        meta: metaOf(page, paged),
      })
    },
    endWithdrawal: {
      read: (tx, { id, ...given }, { operator }) =>
        payoutEnd.read(tx, { ...given, withdrawal: BigInt(id), operator, proposedBy: operator }),
      async work(tx, { id, ...given }, { operator, proposer = operator }) {
        const ended = await payoutEnd.work(tx, { ...given, withdrawal: BigInt(id), operator, proposedBy: proposer })
        return ended.ok ? done({ state: ended.value }) : ended
      },
      proposed: ({ id }) => payments.afterEndProposed(BigInt(id)),
      after: ({ state }, { id, ...given }, { operator }) =>
        payoutEnd.after({ ...given, withdrawal: BigInt(id), operator, proposedBy: operator }, state),
    },
    async unmatched(page) {
      const { rows, ...paged } = await payments.unmatched(page)
      const waiting = await house.waitingFor(rows.map(({ receipt }) => `receipt ${receipt}`))
      return done({
        data: rows.map(({ provider, receipt, reference, amount, payer, receivedAt }) => ({
          ...{ provider, receipt, reference, payer, amount: text(amount) },
          received_at: receivedAt.toISOString(),
          proposed_bettor_id: textFact(waiting.get(`receipt ${receipt}`), 'bettor_id'),
          proposed_by: waiting.get(`receipt ${receipt}`)?.proposer ?? null,
        })),
        meta: metaOf(page, paged),
      })
    },
    assignUnmatched: {
      async read(tx, { bettor_id: bettor, ...given }, { operator }) {
        const read = await assignment.read(tx, { ...given, bettor: BigInt(bettor), operator })
        return read.ok ? done({ ...read.value, alone: assignAloneMax }) : read
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
      async work(tx, { id, msisdn }, { operator }) {
        const reserved = await namedReturn.work(tx, { deposit: BigInt(id), msisdn, operator })
        return reserved.ok ? done({ state: 'sent', withdrawal_id: reserved.value.toString() }) : reserved
      },
      after: ({ withdrawal_id: payout }, { id, msisdn }, { operator }) =>
        namedReturn.after({ deposit: BigInt(id), msisdn, operator }, BigInt(payout)),
    },
    async resendWithdrawal({ id }) {
      const sent = await payments.resend(BigInt(id))
      return sent.ok ? done({ state: sent.value }) : sent
    },
    async creditReturn({ id }, { operator }) {
      const credited = await payments.creditReturn({ deposit: BigInt(id), operator })
      return credited.ok ? done({ state: credited.value }) : credited
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
    async deposits({ status, bettor_id, ...page }) {
      const bettor = bettor_id === undefined ? undefined : BigInt(bettor_id)
      const filter = { bettor, unknown: status === undefined ? undefined : status === 'unknown' }
      const { rows, ...paged } = await payments.deposits(filter, page)
      return done({
        data: rows.map((row) => ({
          deposit_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          kind: row.kind,
          provider: row.provider,
          status: row.state === 'unknown' ? ('unknown' as const) : ('pending' as const),
          amount: text(row.amount),
          tax: text(row.tax),
          net: text(row.net),
          msisdn: row.msisdn,
          reference: row.reference,
          claim_receipt: row.claimReceipt,
          reason: row.reason,
          checks: row.checks,
          created_at: row.createdAt.toISOString(),
          changed_at: row.changedAt.toISOString(),
        })),
        meta: metaOf(page, paged),
      })
    },
    async waitingReturns(page) {
      const { rows, ...paged } = await payments.waitingReturns(page)
      return done({
        data: rows.map((row) => ({
          deposit_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          provider: row.provider,
          amount: text(row.amount),
          left: text(row.left),
          payer: row.payer,
          because: row.because,
          attempts: row.attempts,
          since: row.since.toISOString(),
          age_s: row.ageS,
        })),
        meta: metaOf(page, paged),
      })
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
    async providers() {
      const states = await payments.providers()
      return done({
        data: states.map(({ provider, payoutsStopped, faults, callbackUrl, paybill }) => ({
          provider,
          payouts_stopped: payoutsStopped,
          faults: faults.map(({ part, code, times, firstAt, lastAt }) => ({
            part,
            code,
            times,
            first_at: firstAt.toISOString(),
            last_at: lastAt.toISOString(),
          })),
          callback_url: callbackUrl,
          paybill: paybill && {
            shortcode: paybill.shortcode,
            registered: paybill.registered,
            confirmation_url: paybill.confirmationUrl,
            validation_url: paybill.validationUrl,
          },
        })),
      })
    },
    async resolveReview({ id }) {
      return (await payments.resolveReview(BigInt(id))) ? done({ state: 'resolved' }) : refused('not_found')
    },
  }
}

const proposersOf = (waiting: WaitingProposal | undefined): string[] => (waiting ? [waiting.proposer] : [])

function textFact(waiting: WaitingProposal | undefined, name: string): string | null {
  const value = waiting?.after[name]
  return typeof value === 'string' ? value : null
}

type Unresolved = Awaited<ReturnType<Payments['operator']['unresolvedPayouts']>>['rows'][number]

function unresolvedView(
  row: Unresolved,
  waiting: WaitingProposal | undefined,
): Answer<typeof contract.unresolvedWithdrawals>['data'][number] {
  return {
    withdrawal_id: row.id.toString(),
    bettor_id: row.bettor.toString(),
    kind: row.kind,
    provider: row.provider,
    msisdn: row.msisdn,
    sum: text(row.sum),
    tax: text(row.tax),
    debited: text(row.debited),
    because: row.because,
    claim_code: row.claimCode,
    receipt: row.receipt,
    conversation: row.conversation,
    request_id: row.requestId,
    checks: row.checks,
    sent_at: (row.sentAt ?? row.createdAt).toISOString(),
    age_s: row.ageS,
    proposed: proposedEnd(waiting),
  }
}

/** The end of a payout that waits for a second person. */
function proposedEnd(
  waiting: WaitingProposal | undefined,
): Answer<typeof contract.unresolvedWithdrawals>['data'][number]['proposed'] {
  const outcome = textFact(waiting, 'outcome')
  if (!waiting || (outcome !== 'paid' && outcome !== 'not_paid')) return null
  return {
    outcome,
    amount: textFact(waiting, 'amount'),
    evidence: textFact(waiting, outcome === 'paid' ? 'receipt' : 'reference') ?? '',
    reason: waiting.reason,
    operator: waiting.proposer,
    at: waiting.at.toISOString(),
  }
}
