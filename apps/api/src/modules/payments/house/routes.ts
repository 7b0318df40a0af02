import type { operatorPaymentLists as contract } from '@nare/contract/operator-payments-lists'
import { done } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Payments } from '../payments.ts'
import { depositRow, text, withdrawalRow } from './views.ts'

type Operator = Payments['operator']

/** The operators' lists of payments, and the providers. */
export function houseRoutes(operator: Operator): Handlers<typeof contract> {
  return {
    async withdrawals({ page, limit, after, bettor_id, ...filter }) {
      const { rows, ...paged } = await operator.lists.withdrawals(
        { ...filter, bettor: idOf(bettor_id) },
        { page, limit, after },
      )
      const facts = await operator.lists.decidingFacts(rows)
      return done({
        data: rows.map((row) => withdrawalRow(row, facts.get(row.id))),
        meta: metaOf({ page, limit }, paged),
      })
    },
    async unresolvedWithdrawals(page) {
      const { rows, ...paged } = await operator.unresolvedPayouts(page)
      return done({ data: rows.map(unresolvedRow), meta: metaOf(page, paged) })
    },
    async deposits({ page, limit, after, bettor_id, status, state = status, ...filter }) {
      const { rows, ...paged } = await operator.lists.deposits(
        { ...filter, state, bettor: idOf(bettor_id) },
        { page, limit, after },
      )
      return done({ data: rows.map(depositRow), meta: metaOf({ page, limit }, paged) })
    },
    async unmatched({ page, limit, after, ...filter }) {
      const { rows, ...paged } = await operator.unmatched(filter, { page, limit, after })
      return done({ data: rows.map(unmatchedRow), meta: metaOf({ page, limit }, paged) })
    },
    async waitingReturns({ page, limit, after, provider, bettor_id }) {
      const filter = { provider, bettor: idOf(bettor_id) }
      const { rows, ...paged } = await operator.waitingReturns(filter, { page, limit, after })
      return done({ data: rows.map(returnRow), meta: metaOf({ page, limit }, paged) })
    },
    async providers() {
      const states = await operator.providers()
      return done({
        data: states.map(({ provider, payoutsStopped, stops, faults, float, callbackUrl, paybill }) => ({
          provider,
          payouts_stopped: payoutsStopped,
          deposits_stopped: stops.some(({ part }) => part === 'deposits'),
          stops: stops.map(({ part, operator: by, reason, since }) => ({
            ...{ part, by, reason },
            since: since.toISOString(),
          })),
          faults: faults.map(({ part, code, times, firstAt, lastAt }) => ({
            ...{ part, code, times },
            first_at: firstAt.toISOString(),
            last_at: lastAt.toISOString(),
          })),
          float: text(float),
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
  }
}

export const idOf = (given: string | undefined): bigint | undefined => (given === undefined ? undefined : BigInt(given))

type Unmatched = Awaited<ReturnType<Operator['unmatched']>>['rows'][number]

export function unmatchedRow(row: Unmatched): Answer<typeof contract.unmatched>['data'][number] {
  const { provider, receipt, reference, amount, payer, receivedAt, proposedBettor, proposedBy } = row
  return {
    ...{ provider, receipt, reference, payer, amount: text(amount) },
    received_at: receivedAt.toISOString(),
    proposed_bettor_id: proposedBettor?.toString() ?? null,
    proposed_by: proposedBy,
  }
}

type Waiting = Awaited<ReturnType<Operator['waitingReturns']>>['rows'][number]

export function returnRow(row: Waiting): Answer<typeof contract.waitingReturns>['data'][number] {
  const { provider, payer, because, attempts } = row
  return {
    deposit_id: row.id.toString(),
    bettor_id: row.bettor.toString(),
    ...{ provider, payer, because, attempts },
    amount: text(row.amount),
    left: text(row.left),
    since: row.since.toISOString(),
    age_s: row.ageS,
  }
}

type Unresolved = Awaited<ReturnType<Operator['unresolvedPayouts']>>['rows'][number]

export function unresolvedRow(row: Unresolved): Answer<typeof contract.unresolvedWithdrawals>['data'][number] {
  const { proposed } = row
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
    proposed: proposed && {
      outcome: proposed.outcome,
      amount: proposed.amount === null ? null : text(proposed.amount),
      evidence: proposed.evidence,
      reason: proposed.reason,
      operator: proposed.by,
      at: proposed.at.toISOString(),
    },
  }
}
