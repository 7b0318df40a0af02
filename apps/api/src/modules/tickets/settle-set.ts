import { sql, type RawBuilder } from 'kysely'
import type { Product } from '@nare/contract/products'
import { money, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'

/** A ticket that a settlement paid. */
export type PaidTicket = { readonly betId: bigint; readonly bettor: bigint; readonly returned: Money }
type PaidRow = { bet_id: bigint; bettor: bigint; returned: bigint; state: 'won' | 'void'; times: number }

/** `rows` is a query of (bet_id, state, returned), with ids above `after` and up to `last`; other tickets are not read. */
export type TicketSet = {
  readonly product: Product
  readonly rows: RawBuilder<unknown>
  readonly after: bigint
  readonly last: bigint
}

/**
 * Settles a set of tickets of one product as won, lost or void; each ticket appears once. One statement writes all states and returns only
 * the tickets that are paid. A ticket that is not open stays unchanged, so repeating a set changes nothing. Each return is paid from the
 * house account of the product. Use `settleTickets` for results that may be corrected later. The caller ensures that two sets with the
 * same tickets do not run concurrently. Returns the number of settled tickets and the paid tickets.
 */
export async function settleTicketSet(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  { product, rows, after, last }: TicketSet,
): Promise<{ readonly settled: number; readonly paid: readonly PaidTicket[] }> {
  const found = await sql<{ settled: number; paid: (string | number)[][] | null }>`
    with at as materialized (select platform.now() as now),
    d as materialized (${rows}),
    changed as (
      update betting.bet b set state = d.state, returned = d.returned, settled_at = at.now, times_settled = b.times_settled + 1
      from d, at where b.bet_id = d.bet_id and b.bet_id > ${after}::bigint and b.bet_id <= ${last}::bigint and b.state = 'open' and b.product = ${product}
      returning b.bet_id, b.bettor_id, b.returned, b.state, b.times_settled)
    select count(*)::int as settled,
      json_agg(json_build_array(bet_id::text, bettor_id::text, returned::text, state, times_settled) order by bet_id)
        filter (where returned > 0) as paid
    from changed`.execute(tx)
  const { settled = 0, paid = null } = found.rows[0] ?? {}
  const due = (paid ?? []).map(([betId, bettor, returned, state, times]): PaidRow => ({
    bet_id: BigInt(betId ?? 0),
    bettor: BigInt(bettor ?? 0),
    returned: BigInt(returned ?? 0),
    state: state === 'void' ? 'void' : 'won',
    times: Number(times),
  }))
  if (due.length > 0)
    await ledger.credit(
      tx,
      due.map((row) => creditOf(ledger, product, row)),
    )
  return { settled, paid: due.map((row) => ({ betId: row.bet_id, bettor: row.bettor, returned: money(row.returned) })) }
}

function creditOf(ledger: Ledger, product: Product, { bet_id: betId, bettor, returned, state, times }: PaidRow) {
  const about = `bet/${betId}`
  const kind = state === 'void' ? ('refund' as const) : ('win' as const)
  return {
    id: `${about}/settle/${times}`,
    kind,
    about,
    bettor,
    amount: money(returned),
    against: ledger.houseOf(product),
  }
}
