import { queryRows, type Tx } from '#platform/db'

/** Whose these tickets are. */
export async function bettorsOfTickets(tx: Tx, betIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await queryRows<{ betId: bigint; bettor: bigint }>(tx)`
    select bet_id as "betId", bettor_id as bettor from betting.bet where bet_id = any(${betIds}::bigint[])`
  return new Map(rows.map(({ betId, bettor }) => [betId, bettor]))
}
