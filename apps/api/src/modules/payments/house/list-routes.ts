import type { operatorPaymentLists as contract } from '@nare/contract/operator-payments-lists'
import { operatorPayments } from '@nare/contract/operator-payments'
import { done } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import { logNumberSearch } from '#platform/number-search'
import type { House, WaitingProposal } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import type { Payments } from '../payments.ts'
import { shownPayer } from '../phones.ts'
import { decidedRow, depositRow, text, withdrawalRow } from './views.ts'

type Operator = Payments['operator']

type Deps = {
  readonly operator: Operator
  readonly house: Pick<House, 'waitingFor' | 'seen' | 'movedAlone'>
  /** What one person may approve alone within 24 hours. */
  readonly approveAloneMax: () => bigint
}

/** The operators' lists of payments, and the providers. */
export function houseRoutes({ operator, house, approveAloneMax }: Deps): Handlers<typeof contract> {
  const { bettorByMsisdn } = operator.lists
  return {
    async withdrawals({ page, limit, after, bettor_id, ...filter }, { operator: by }) {
      await logNumberSearch({ house, bettorByMsisdn }, filter.q ?? '', by)
      const { rows, ...paged } = await operator.lists.withdrawals(
        { ...filter, bettor: idOf(bettor_id) },
        { page, limit, after },
      )
      const [facts, waiting, moved] = await Promise.all([
        operator.lists.decidingFacts(rows),
        house.waitingFor(rows.map(({ id }) => `withdrawal ${id}`)),
        house.movedAlone(by, operatorPayments.decideWithdrawal),
      ])
      const leftAlone = approveAloneMax() - moved
      return done({
        data: rows.map((row) => {
          const proposed = waiting.get(`withdrawal ${row.id}`)
          const view = withdrawalRow(row, { facts: facts.get(row.id), leftAlone })
          return {
            ...view,
            approved_by: [...view.approved_by, ...(proposed === undefined ? [] : [proposed.proposer])],
            proposal: proposed ? proposedView(proposed) : null,
          }
        }),
        meta: metaOf({ page, limit }, paged),
      })
    },
    async decidedWithdrawals() {
      const { rows, day } = await operator.lists.decided()
      const { automatic, byPeople: by_people, refused, halfS: half_s, mostS: most_s } = day
      return done({ data: rows.map(decidedRow), summary: { automatic, by_people, refused, half_s, most_s } })
    },
    async unresolvedWithdrawals(page) {
      const { rows, ...paged } = await operator.unresolvedPayouts(page)
      const waiting = await house.waitingFor(rows.map(({ id }) => `withdrawal ${id}`))
      return done({
        data: rows.map((row) => unresolvedRow(row, waiting.get(`withdrawal ${row.id}`))),
        meta: metaOf(page, paged),
      })
    },
    async deposits({ page, limit, after, bettor_id, status, state = status, ...filter }, { operator: by }) {
      await logNumberSearch({ house, bettorByMsisdn }, filter.q ?? '', by)
      const { rows, ...paged } = await operator.lists.deposits(
        { ...filter, state, bettor: idOf(bettor_id) },
        { page, limit, after },
      )
      return done({ data: rows.map(depositRow), meta: metaOf({ page, limit }, paged) })
    },
    async unmatched({ page, limit, after, ...filter }) {
      const { rows, ...paged } = await operator.unmatched(filter, { page, limit, after })
      const waiting = await house.waitingFor(rows.map(({ receipt }) => `receipt ${receipt}`))
      return done({
        data: rows.map((row) => unmatchedRow(row, waiting.get(`receipt ${row.receipt}`))),
        meta: metaOf({ page, limit }, paged),
      })
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

function textFact(waiting: WaitingProposal | undefined, name: string): string | null {
  const value = waiting?.after[name]
  return typeof value === 'string' ? value : null
}

const proposedView = ({ id, action, proposer: by, reason, at }: WaitingProposal) => ({
  ...{ proposal_id: id.toString(), action, by, reason },
  at: at.toISOString(),
})

type Unmatched = Awaited<ReturnType<Operator['unmatched']>>['rows'][number]

export function unmatchedRow(
  { provider, receipt, reference, amount, payer, receivedAt }: Unmatched,
  waiting?: WaitingProposal,
): Answer<typeof contract.unmatched>['data'][number] {
  return {
    ...{ provider, receipt, reference, payer: shownPayer(payer), amount: text(amount) },
    received_at: receivedAt.toISOString(),
    proposed_bettor_id: textFact(waiting, 'bettor_id'),
    proposed_by: waiting?.proposer ?? null,
  }
}

type Waiting = Awaited<ReturnType<Operator['waitingReturns']>>['rows'][number]

export function returnRow(row: Waiting): Answer<typeof contract.waitingReturns>['data'][number] {
  const { provider, payer, because, attempts } = row
  return {
    deposit_id: row.id.toString(),
    bettor_id: row.bettor.toString(),
    ...{ provider, payer: shownPayer(payer), because, attempts },
    amount: text(row.amount),
    left: text(row.left),
    since: row.since.toISOString(),
    age_s: row.ageS,
  }
}

type Unresolved = Awaited<ReturnType<Operator['unresolvedPayouts']>>['rows'][number]

export function unresolvedRow(
  row: Unresolved,
  waiting?: WaitingProposal,
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
