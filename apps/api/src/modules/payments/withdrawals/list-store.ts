import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import type { OrderKey, Page, Paged } from '#platform/paging'
import { conditionsOf, type Condition, type PaymentFilter, readLongPage, type Searched } from '../listing.ts'
import type { WaitsBecause } from './rules.ts'
import { columns, type WithdrawalRow, type WithdrawalState } from './store.ts'

export type WithdrawalFilter = PaymentFilter & {
  readonly state?: WithdrawalState | 'waiting' | 'cleared' | 'all' | undefined
}
/** A withdrawal with the operators who approved it or let it end, who works on it, and what was last asked of its bettor. */
export type ListedWithdrawal = WithdrawalRow & {
  readonly because: readonly WaitsBecause[]
  readonly sendsAt: Date | null
  readonly approvedBy: readonly string[]
  readonly endedBy: readonly string[]
  readonly claimBy: string | null
  readonly claimUntil: Date | null
  readonly claimReason: string | null
  readonly proofText: string | null
  readonly proofBy: string | null
  readonly proofAt: Date | null
}

const inState: Readonly<Record<'waiting' | 'cleared', Condition>> = {
  waiting: sql`state = 'checking' and cleared_at is null`,
  cleared: sql`state = 'checking' and cleared_at is not null`,
}
const oldestFirst: readonly OrderKey[] = [
  { by: sql`created_at`, type: 'time' },
  { by: sql`id`, type: 'number' },
]
const newestFirst: readonly OrderKey[] = [{ by: sql`id`, type: 'number', desc: true }]

function conditionOf(state: Exclude<WithdrawalFilter['state'], undefined | 'all'>): Condition {
  return state === 'waiting' || state === 'cleared' ? inState[state] : sql`state = ${state}`
}

/** Withdrawals: the queue of those that wait for people, oldest first, or those in another state, newest first. */
export const listWithdrawals = (
  db: Db,
  { state = 'waiting', ...filter }: WithdrawalFilter,
  { page, searched, zone }: { page: Page; searched: Searched | undefined; zone: string },
): Promise<Paged<ListedWithdrawal>> =>
  readLongPage(
    db,
    {
      columns: sql`${columns}, because, sends_at as "sendsAt", claim.operator as "claimBy", claim.until as "claimUntil", claim.held_for as "claimReason",
        proof.text as "proofText", proof.operator as "proofBy", proof.at as "proofAt",
        array(select a.operator from payments.approval a
          where a.withdrawal_id = id and a.approve and a.undone_at is null order by a.at) as "approvedBy",
        case when state not in ('done', 'failed') then '{}' else coalesce(
          (select array[e.proposed_by, e.confirmed_by] from payments.payout_end e where e.withdrawal_id = withdrawal.id 
            and e.confirmed_at is not null and e.replaced_at is null),
          array(select a.operator from payments.approval a
            where a.withdrawal_id = withdrawal.id and a.undone_at is null and a.approve = (withdrawal.state = 'done') order by a.at)) end as "endedBy"`,
      table: sql`payments.withdrawal`,
      joined: sql`
        left join lateral (
          select operator, until, reason as held_for from payments.withdrawal_claim where withdrawal_id = id and until > platform.now()) claim on true
        left join lateral (
          select text, operator, at from payments.proof_request where withdrawal_id = withdrawal.id order by id desc limit 1) proof on true`,
      where: [
        ...(state === 'all' ? [] : [conditionOf(state)]),
        ...conditionsOf(filter, searched, {
          zone,
          alsoFinds: (receipts) => sql`conversation::text = any(${receipts.map((one) => one.toLowerCase())}::text[])`,
        }),
      ],
      order: state === 'waiting' ? oldestFirst : newestFirst,
    },
    page,
  )

/** What the house knows about a bettor before a withdrawal. The times and sums are those until it was requested. */
export type BettorHistory = {
  readonly id: bigint
  readonly lastAt: Date | null
  readonly withdrawals: number
  readonly withdrawn: bigint
  readonly deposited: bigint
  readonly depositedSince: bigint
  readonly providerName: string | null
}

/** The history of each of these withdrawals, by its id. */
export async function historiesOf(db: Db, ids: readonly bigint[]): Promise<Map<bigint, BettorHistory>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<BettorHistory>(db)`
    select w.id, paid."lastAt", paid.withdrawals, paid.withdrawn, put.deposited, put."depositedSince", named.party as "providerName"
    from payments.withdrawal w
      cross join lateral (
        select max(created_at) as "lastAt", count(*)::int as withdrawals, coalesce(sum(sum - returned), 0)::bigint as withdrawn
        from payments.withdrawal p
        where p.bettor_id = w.bettor_id and p.kind = 'withdrawal' and p.state = 'done' and p.created_at < w.created_at) paid
      cross join lateral (
        select coalesce(sum(amount), 0)::bigint as deposited,
          coalesce(sum(amount) filter (where changed_at > coalesce(paid."lastAt", '-infinity')), 0)::bigint as "depositedSince"
        from payments.deposit d
        where d.bettor_id = w.bettor_id and d.state = 'succeeded' and not d.returnable and d.changed_at <= w.created_at) put
      left join lateral (
        select party from (
          (select id, party from payments.withdrawal
            where bettor_id = w.bettor_id and provider = w.provider and msisdn = w.msisdn and party is not null
            order by created_at desc limit 1)
          union all
          (select id, party from payments.deposit
            where bettor_id = w.bettor_id and provider = w.provider and payer = w.msisdn and party is not null order by id desc limit 1)) known
        order by id desc limit 1) named on true
    where w.id = any(${ids}::bigint[])`
  return new Map(rows.map((row) => [row.id, row]))
}
