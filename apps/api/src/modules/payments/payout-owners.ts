import { queryRows, type Db, type Tx } from '#platform/db'

/** Whose withdrawals these are; money that was sent back to its payer is left out. */
export async function ownersOfPayouts(on: Db | Tx, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<{ id: bigint; bettor: bigint }>(on)`
    select id, bettor_id as bettor from payments.withdrawal where id = any(${ids}::bigint[]) and kind = 'withdrawal'`
  return new Map(rows.map(({ id, bettor }) => [id, bettor]))
}
