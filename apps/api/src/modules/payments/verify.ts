import { sql } from 'kysely'
import { returnableBalances, movedAbout, type Check } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'

type Counts = { scanned: bigint; broken: bigint }

/** Proves the payments against the ledger: a deposit moved its net once or nothing, a withdrawal what was debited or nothing. */
export async function verifyPayments(db: Db): Promise<Check[]> {
  const check = async (name: string, query: ReturnType<typeof sql<Counts>>): Promise<Check> => {
    const { rows } = await query.execute(db)
    return { name, scanned: Number(rows[0]?.scanned ?? 0n), broken: Number(rows[0]?.broken ?? 0n) }
  }
  return [
    await check('every deposit that succeeded was credited once, and no other', wrongDeposits),
    await check('every withdrawal is debited once, or given back where it failed', wrongWithdrawals),
    await check('what is left to return is what came less what went back, once', wrongReturns),
  ]
}

const wrongDeposits = sql<Counts>`
  select count(*) as scanned, count(*) filter (
    where coalesce(m.returned, 0) <> case d.state when 'succeeded' then d.net else 0 end
      or d.returnable and d.net <> d.amount) as broken
  from payments.deposit d left join (${movedAbout('payment/')}) m on m.about = 'payment/' || d.id and m.owner = d.bettor_id`

const wrongWithdrawals = sql<Counts>`
  select count(*) as scanned, count(*) filter (
    where coalesce(m.returned, 0) <> case w.state when 'failed' then 0 else -w.debited end) as broken
  from payments.withdrawal w left join (${movedAbout('payment/')}) m on m.about = 'payment/' || w.id and m.owner = w.bettor_id`

const wrongReturns = sql<Counts>`
  with owed as (
    select d.bettor_id, d.id, d.amount, count(w.id) as times, coalesce(sum(w.sum), 0) as sent
    from payments.deposit d left join payments.withdrawal w on w.returns = d.id and w.state <> 'failed'
    where d.returnable group by d.id),
  owners as (select bettor_id, sum(amount - sent) as left_over, bool_or(times > 1 or sent not in (0, amount)) as wrong from owed group by 1)
  select count(*) as scanned, count(*) filter (where o.wrong is true or coalesce(o.left_over, 0) <> coalesce(a.balance, 0)) as broken
  from owners o full join (${returnableBalances}) a on a.owner = o.bettor_id`
