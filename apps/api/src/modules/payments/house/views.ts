import type { operatorPaymentLists as contract } from '@nare/contract/operator-payments-lists'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import { depositStatus } from '../deposits/deposits.ts'
import { shownPayer } from '../phones.ts'
import type { Claim } from '../withdrawals/withdrawals.ts'
import type { openHouseLists } from './lists.ts'

type Lists = ReturnType<typeof openHouseLists>
type Row<L extends (...given: never[]) => Promise<{ rows: readonly unknown[] }>> = Awaited<
  ReturnType<L>
>['rows'][number]
type Facts = Awaited<ReturnType<Lists['decidingFacts']>> extends Map<bigint, infer F> ? F : never
export type WithdrawalView = Answer<typeof contract.withdrawals>['data'][number]
export type DepositView = Answer<typeof contract.deposits>['data'][number]

export const text = (cents: bigint): string => formatMoney(money(cents))
const timeText = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

type Beside = {
  readonly facts?: Facts | undefined
  /** What the caller may still approve alone. */
  readonly leftAlone?: bigint
}

/** A withdrawal without what is proposed about it. */
export function withdrawalRow(
  row: Row<Lists['withdrawals']>,
  { facts, leftAlone = 0n }: Beside = {},
): Omit<WithdrawalView, 'proposal'> {
  const { history } = facts ?? {}
  const { claimBy, claimUntil, claimReason, proofText, proofBy, proofAt } = row
  return {
    withdrawal_id: row.id.toString(),
    bettor_id: row.bettor.toString(),
    kind: row.kind,
    state: row.state,
    name: row.name,
    msisdn: row.msisdn,
    provider: row.provider,
    sum: text(row.sum),
    tax: text(row.tax),
    debited: text(row.debited),
    reason: row.reason,
    because: [...row.because],
    identity: facts?.identity ?? 'none',
    facts: {
      account_since: timeText(facts?.since),
      first_withdrawal: (history?.withdrawals ?? 0) === 0,
      last_withdrawal_at: timeText(history?.lastAt),
      deposited_since: text(history?.depositedSince ?? 0n),
      staked_since: text(facts?.staked ?? 0n),
      deposited: text(history?.deposited ?? 0n),
      withdrawn: text(history?.withdrawn ?? 0n),
      withdrawals: history?.withdrawals ?? 0,
      provider_name: facts?.providerName ?? null,
      name_agrees: facts?.nameAgrees ?? null,
    },
    approvers: row.approvers ?? 0,
    approved_by: [...row.approvedBy],
    ended_by: [...row.endedBy],
    second_person: secondPerson(row, leftAlone),
    receipt: row.receipt,
    created_at: row.createdAt.toISOString(),
    cleared_at: timeText(row.clearedAt),
    undo_until: row.state === 'checking' ? timeText(row.sendsAt) : null,
    sent_at: timeText(row.sentAt),
    audit_id: row.auditId?.toString() ?? null,
    changed_at: row.changedAt.toISOString(),
    claim:
      claimBy !== null && claimUntil !== null
        ? claimView({ by: claimBy, until: claimUntil, reason: claimReason })
        : null,
    proof:
      proofText !== null && proofBy !== null && proofAt !== null
        ? { text: proofText, by: proofBy, at: proofAt.toISOString() }
        : null,
  }
}

/** Why an approval would wait for a second person, as the decision itself judges it. */
function secondPerson(
  { state, clearedAt, approvers, sum }: Row<Lists['withdrawals']>,
  leftAlone: bigint,
): WithdrawalView['second_person'] {
  if (state !== 'checking' || clearedAt !== null) return 'none'
  return approvers === 2 ? 'withdrawal' : sum > leftAlone ? 'day' : 'none'
}

export const claimView = ({ by, until, reason }: Claim): NonNullable<WithdrawalView['claim']> => ({
  ...{ by, reason },
  until: until.toISOString(),
})

type Decided = Answer<typeof contract.decidedWithdrawals>['data'][number]

export const decidedRow = ({
  id,
  bettor,
  name,
  sum,
  approve,
  because,
  by,
  at,
  tookS,
}: Row<Lists['decided']>): Decided => ({
  withdrawal_id: id.toString(),
  bettor_id: bettor.toString(),
  name,
  sum: text(sum),
  decision: approve ? 'approved' : 'refused',
  because: [...because],
  by: [...by],
  at: at.toISOString(),
  took_s: tookS,
})

export function depositRow(row: Row<Lists['deposits']>): DepositView {
  return {
    deposit_id: row.id.toString(),
    bettor_id: row.bettor.toString(),
    kind: row.kind,
    provider: row.provider,
    status: row.returnable ? 'succeeded' : depositStatus(row),
    returnable: row.returnable,
    name: row.name,
    amount: text(row.amount),
    tax: text(row.tax),
    net: text(row.net),
    msisdn: row.msisdn,
    payer: shownPayer(row.payer),
    reference: row.reference,
    receipt: row.receipt,
    receipt_confirmed: row.receiptProven,
    claim_receipt: row.claimReceipt,
    ...(row.byStatement && { by_statement: true }),
    reason: row.reason,
    checks: row.checks,
    created_at: row.createdAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
  }
}
