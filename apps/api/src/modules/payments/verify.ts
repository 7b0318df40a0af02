import { sql } from 'kysely'
import { movedAbout, type Check } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'

type Counts = { looked: bigint; broken: bigint }

/** Proves the payments against the ledger: a deposit moved its net once or nothing, a withdrawal what was debited or nothing. */
export async function verifyPayments(db: Db): Promise<Check[]> {
  const check = async (name: string, query: ReturnType<typeof sql<Counts>>): Promise<Check> => {
    const { rows } = await query.execute(db)
    return { name, looked: Number(rows[0]?.looked ?? 0n), broken: Number(rows[0]?.broken ?? 0n) }
  }
  return [
    await check('every deposit that succeeded was credited once, and no other', wrongDeposits),
    await check('every withdrawal is debited once, or given back where it failed', wrongWithdrawals),
  ]
}

const wrongDeposits = sql<Counts>`
  select count(*) as looked, count(*) filter (
    where coalesce(m.returned, 0) <> case d.state when 'succeeded' then d.net else 0 end) as broken
  from payments.deposit d left join (${movedAbout('payment/')}) m on m.about = 'payment/' || d.id and m.owner = d.bettor_id`

const wrongWithdrawals = sql<Counts>`
  select count(*) as looked, count(*) filter (
    where coalesce(m.returned, 0) <> case w.state when 'failed' then 0 else -w.debited end) as broken
  from payments.withdrawal w left join (${movedAbout('payment/')}) m on m.about = 'payment/' || w.id and m.owner = w.bettor_id`
