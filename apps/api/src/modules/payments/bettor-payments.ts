import { numbersNow } from '@nare/contract/numbers'
import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'
import { isNumberOf, shownPayer } from './phones.ts'
import type { ProviderName } from './ports.ts'

/** A step of a payment that moves no money of the bettor: a request, a failed deposit, or a payout that reached the phone. */
export type PaymentStep = Place & {
  readonly payment: bigint
  readonly kind: 'deposit' | 'withdrawal' | 'return'
  readonly step: 'requested' | 'failed' | 'paid'
  readonly provider: ProviderName
  readonly amount: bigint
  readonly receipt: string | null
  readonly reason: string | null
}

/** The steps of a bettor's payments that no transfer of the bettor's accounts shows, newest first. Amounts in cents, before tax. */
export function paymentSteps(
  db: Db,
  {
    bettor,
    before,
    most,
    deposits = true,
    withdrawals = true,
  }: Stretch & { readonly bettor: bigint; readonly deposits?: boolean; readonly withdrawals?: boolean },
): Promise<PaymentStep[]> {
  return queryRows<PaymentStep>(db)`
    select s.id, ${microsOf(sql`s.at`)} as at, s.payment, s.kind, s.step, s.provider, s.amount, s.receipt, s.reason from (
      select 2 * id as id, id as payment, created_at as at, 'deposit' as kind, 'requested' as step, provider, amount, null as receipt,
        null as reason
      from payments.deposit where ${deposits}::boolean and bettor_id = ${bettor}::bigint and kind = 'prompt'
      union all
      select 2 * id + 1, id, changed_at, 'deposit', 'failed', provider, amount, receipt, reason
      from payments.deposit where ${deposits}::boolean and bettor_id = ${bettor}::bigint and state = 'failed'
      union all
      select 2 * id + 1, id, changed_at, kind, 'paid', provider, sum, receipt, null
      from payments.withdrawal where ${withdrawals}::boolean and bettor_id = ${bettor}::bigint and state = 'done') s
    where ${isBefore(sql`s.at`, sql`s.id`, before)} order by s.at desc, s.id desc limit ${most}::int`
}

type PaymentNames = {
  readonly provider: ProviderName
  readonly receipt: string | null
  readonly auditId: bigint | null
}

/** Which provider moved each of these payments, its receipt if it is known, and the line of the audit log that let a payout go. */
export async function paymentReceipts(db: Db, payments: readonly bigint[]): Promise<Map<bigint, PaymentNames>> {
  if (payments.length === 0) return new Map()
  const rows = await queryRows<PaymentNames & { id: bigint }>(db)`
    select id, provider, receipt, null::bigint as "auditId" from payments.deposit where id = any(${payments}::bigint[])
    union all select id, provider, receipt, audit_id from payments.withdrawal where id = any(${payments}::bigint[])`
  return new Map(rows.map(({ id, ...of }) => [id, of]))
}

/** The number of a bettor's withdrawals that have not ended, and their debits in cents. */
export async function waitingWithdrawals(db: Db, bettor: bigint): Promise<{ count: number; debited: bigint }> {
  const rows = await queryRows<{ count: number; debited: bigint }>(db)`
    select count(*)::int as count, coalesce(sum(debited), 0)::bigint as debited from payments.withdrawal
    where bettor_id = ${bettor}::bigint and kind = 'withdrawal' and state in ('requested', 'checking', 'sent')`
  return rows[0] ?? { count: 0, debited: 0n }
}

export type SharedPayer = { readonly bettor: bigint; readonly since: Date; readonly times: number }

/**
 * The other bettors whose payments went through a phone that paid for this bettor or was paid: the phone of a prompt or payout, and the
 * number that a provider reports in full. `times` counts the payments of the other bettor through these phones. `own` are the numbers
 * of this bettor's account.
 */
export async function sharedPayers(
  db: Db,
  { bettor, own, most }: { readonly bettor: bigint; readonly own: readonly string[]; readonly most: number },
): Promise<{ shared: SharedPayer[]; phones: string[] }> {
  const phones = await sql<{ phone: string }>`
    select phone from (${phonesOf(bettor)}) p where phone ~ ${fullNumber()} union select unnest(${own}::text[]) limit 200`.execute(
    db,
  )
  const numbers = phones.rows.map(({ phone }) => phone)
  const rows = await queryRows<SharedPayer>(db)`
    select bettor, min(at) as since, count(*)::int as times from (
      select id, bettor_id as bettor, created_at as at from payments.deposit where msisdn = any(${numbers}::text[]) and state = 'succeeded'
      union
      select id, bettor_id, created_at from payments.deposit where payer = any(${numbers}::text[]) and state = 'succeeded'
      union
      select d.id, d.bettor_id, d.created_at from payments.paybill p join payments.deposit d on d.id = p.deposit_id
      where p.payer = any(${numbers}::text[]) and p.state = 'matched'
      union
      select id, bettor_id, created_at from payments.withdrawal where msisdn = any(${numbers}::text[]) and state <> 'failed') used
    where bettor <> ${bettor}::bigint group by bettor order by since desc, bettor limit ${most}::int`
  return { shared: rows, phones: numbers }
}

/**
 * How many numbers other than that of the account paid in for a bettor, and how much, in cents before tax. Numbers are compared as far as the
 * provider shows them; a payer whom it does not name does not count.
 */
export async function otherPayers(
  db: Db,
  { bettor, own }: { readonly bettor: bigint; readonly own: string },
): Promise<{ numbers: number; amount: bigint }> {
  const rows = await queryRows<{ payer: string; amount: bigint }>(db)`
    select payer, sum(amount)::bigint as amount from (
      select coalesce(d.payer, p.payer, d.msisdn) as payer, d.amount
      from payments.deposit d left join payments.paybill p on p.deposit_id = d.id
      where d.bettor_id = ${bettor}::bigint and d.state = 'succeeded') paid
    where payer is not null group by payer order by sum(amount) desc limit ${payersMax}::int`
  const others = rows.filter(({ payer }) => shownPayer(payer) !== null && !isNumberOf(payer, own))
  return { numbers: others.length, amount: others.reduce((sum, one) => sum + one.amount, 0n) }
}

const payersMax = 1_000

/** The sum that a bettor paid, before tax, and the number on the other side, where the provider names it in full. */
export type PaymentSide = { readonly id: bigint; readonly paid: bigint | null; readonly other: string | null }

/** What these payments were for who is on their other side. A withdrawal has no `paid`. */
export function paymentSides(db: Db | Tx, ids: readonly bigint[]): Promise<PaymentSide[]> {
  const full = (number: RawBuilder<unknown>) => sql`case when ${number} ~ ${fullNumber()} then ${number} end`
  return queryRows<PaymentSide>(db)`
    select d.id, d.amount as paid, ${full(sql`coalesce(d.payer, p.payer, d.msisdn)`)} as other
    from payments.deposit d left join payments.paybill p on p.deposit_id = d.id where d.id = any(${ids}::bigint[])
    union all
    select id, null, ${full(sql`msisdn`)} from payments.withdrawal where id = any(${ids}::bigint[])`
}

/** The numbers of the country in their full form, for PostgreSQL. */
const fullNumber = (): string => {
  const { calling_code: code, mobile } = numbersNow()
  return `^${code}(${mobile})$`
}

const phonesOf = (bettor: bigint) => sql`
  select msisdn as phone from payments.deposit where bettor_id = ${bettor}::bigint and state = 'succeeded' and msisdn is not null
  union select payer from payments.deposit where bettor_id = ${bettor}::bigint and state = 'succeeded' and payer is not null
  union select p.payer from payments.deposit d join payments.paybill p on p.deposit_id = d.id
    where d.bettor_id = ${bettor}::bigint and p.payer is not null
  union select msisdn from payments.withdrawal where bettor_id = ${bettor}::bigint and state <> 'failed'`

/** How many deposits of each of these bettors failed within some hours. */
export async function failedDepositsOf(
  tx: Tx,
  bettors: readonly bigint[],
  hours: number,
): Promise<Map<bigint, number>> {
  const rows = await queryRows<{ bettor: bigint; times: number }>(tx)`
    select bettor_id as bettor, count(*)::int as times from payments.deposit
    where bettor_id = any(${bettors}::bigint[]) and state = 'failed' and changed_at > platform.now() - make_interval(hours => ${hours}::int)
    group by bettor_id`
  return new Map(rows.map(({ bettor, times }) => [bettor, times]))
}
