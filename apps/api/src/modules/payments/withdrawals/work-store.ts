import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/** How long a withdrawal belongs to the operator who opened it, in the sight of others. */
const claimS = 120

/** How long an operator holds a withdrawal. */
const holdS = 3_600

/** Who works on a withdrawal; `reason` is why this operator holds it. */
export type Claim = { readonly by: string; readonly until: Date; readonly reason: string | null }

type Work = { readonly id: bigint; readonly operator: string }

/** Claims a withdrawal for an operator, unless another one works on it. Returns the claim that counts; undefined if there is no withdrawal. */
export const claimForWork = (db: Db, work: Work): Promise<Claim | undefined> =>
  claimFor(db, work, { forS: claimS, reason: null, of: sql`true` })

/** Holds a waiting withdrawal for an operator, as `claimForWork`; undefined if none waits. */
export const holdForWork = (db: Db, { reason, ...work }: Work & { reason: string }): Promise<Claim | undefined> =>
  claimFor(db, work, { forS: holdS, reason, of: sql`state = 'checking' and cleared_at is null` })

/** A claim never shortens the one that this operator has, and keeps its reason. */
function claimFor(
  db: Db,
  { id, operator }: Work,
  { forS, reason, of }: { forS: number; reason: string | null; of: RawBuilder<unknown> },
): Promise<Claim | undefined> {
  return queryRow<Claim>(db)`
    insert into payments.withdrawal_claim as c (withdrawal_id, operator, until, reason)
    select id, ${operator}, platform.now() + make_interval(secs => ${forS}::int), ${reason}::text
    from payments.withdrawal where id = ${id}::bigint and ${of}
    on conflict (withdrawal_id) do update set
      operator = case when c.until > platform.now() then c.operator else excluded.operator end,
      until = case when c.until <= platform.now() then excluded.until
        when c.operator <> excluded.operator then c.until else greatest(c.until, excluded.until) end,
      reason = case when c.until <= platform.now() then excluded.reason
        when c.operator <> excluded.operator then c.reason else coalesce(excluded.reason, c.reason) end
    returning operator as by, until, reason`
}

/** Stores what an operator asks a bettor to prove; false unless the withdrawal waits for people. */
export async function insertProofRequest(
  tx: Tx,
  { id, text, operator }: { id: bigint; text: string; operator: string },
): Promise<boolean> {
  const rows = await queryRows(tx)`
    insert into payments.proof_request (withdrawal_id, text, operator, at)
    select id, ${text}, ${operator}, platform.now() from payments.withdrawal
    where id = ${id}::bigint and state = 'checking' and cleared_at is null returning 1`
  return rows.length > 0
}

/** Takes what was asked of a withdrawal's bettor and nobody has sent yet, oldest first. */
export function handProofRequests(db: Db, withdrawal: bigint): Promise<{ bettor: bigint; text: string }[]> {
  return queryRows<{ bettor: bigint; text: string }>(db)`
    with handed as (
      update payments.proof_request set handed_at = platform.now()
      where withdrawal_id = ${withdrawal}::bigint and handed_at is null returning id, withdrawal_id, text)
    select w.bettor_id as bettor, h.text from handed h join payments.withdrawal w on w.id = h.withdrawal_id order by h.id`
}
