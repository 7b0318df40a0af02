import { queryRows, type Db } from '#platform/db'
import { sweepsEndS } from '../polling.ts'
import type { ProviderName } from '../ports.ts'
import { claimedForS, type UnresolvedBecause } from '../withdrawals/withdrawals.ts'

/** A payment with its state; `endedBy` names the operators who ended it in place of the provider. */
export type Settled = {
  id: bigint
  receipt: string | null
  reference: string | null
  state: string
  reason: string | null
  endedBy: string | null
}

/** Payments by their ids, or by a receipt or an account reference of a statement. */
export function settledBetween(
  db: Db,
  {
    provider,
    ids,
    receipts,
    references,
  }: {
    provider: ProviderName
    ids: readonly bigint[]
    receipts: readonly string[]
    references: readonly string[]
  },
): Promise<Settled[]> {
  return queryRows<Settled>(db)`
    select id, receipt, reference, state, reason, credited_by as "endedBy" from payments.deposit
    where provider = ${provider} and (id = any(${ids}::bigint[]) or receipt = any(${receipts}::text[]) or reference = any(${references}::text[]))
    union all
    select w.id, w.receipt, null, w.state, w.reason, e.proposed_by || ' and ' || e.confirmed_by
    from payments.withdrawal w left join payments.payout_end e on e.withdrawal_id = w.id and e.confirmed_at is not null
    where w.provider = ${provider} and (w.id = any(${ids}::bigint[]) or w.receipt = any(${receipts}::text[]))`
}

export type Unresolved = { id: bigint; sum: bigint; because: UnresolvedBecause; sentAt: Date }

/** Payouts of a provider whose money is in transit until operators end them (see `unresolvedBecause`), the longest sent first. */
export function unresolvedOf(db: Db, provider: ProviderName): Promise<Unresolved[]> {
  return queryRows<Unresolved>(db)`
    select id, sum, because, sent_at as "sentAt" from (
      select id, sum, sent_at, case
        when reason in ('amount_differs', 'another_payment') then reason
        when claimed_at <= platform.now() - make_interval(secs => ${claimedForS}::int) then 'failure_unconfirmed'
        when sent_at <= platform.now() - make_interval(secs => ${sweepsEndS}::int) then 'no_answer' end as because
      from payments.withdrawal where provider = ${provider} and state = 'sent') sent
    where because is not null order by sent_at limit ${unresolvedMax}::int`
}

const unresolvedMax = 1000
