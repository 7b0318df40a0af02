import { sql } from 'kysely'
import type { Db } from '#platform/db'

/** How long a withdrawal belongs to the operator who opened it, in the sight of others. */
const claimS = 120

export type Claim = { readonly by: string; readonly until: Date }

/** Claims a withdrawal for an operator, unless another one works on it. Returns the claim that holds; undefined if there is no withdrawal. */
export async function claimForWork(
  db: Db,
  { id, operator }: { id: bigint; operator: string },
): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    insert into payments.withdrawal_claim as c (withdrawal_id, operator, until)
    select id, ${operator}, platform.now() + make_interval(secs => ${claimS}::int) from payments.withdrawal where id = ${id}::bigint
    on conflict (withdrawal_id) do update set
      operator = case when c.until > platform.now() then c.operator else excluded.operator end,
      until = case when c.until > platform.now() and c.operator <> excluded.operator then c.until else excluded.until end
    returning operator as by, until`.execute(db)
  return rows[0]
}

/** Stores what an operator asks a bettor to prove; undefined unless the withdrawal waits for people. Returns its bettor. */
export async function insertProofRequest(
  db: Db,
  { id, text, operator }: { id: bigint; text: string; operator: string },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ bettor: bigint }>`
    with waiting as (
      select id, bettor_id from payments.withdrawal where id = ${id}::bigint and state = 'checking' and cleared_at is null),
    asked as (
      insert into payments.proof_request (withdrawal_id, text, operator, at)
      select id, ${text}, ${operator}, platform.now() from waiting)
    select bettor_id as bettor from waiting`.execute(db)
  return rows[0]?.bettor
}
