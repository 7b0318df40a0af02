import type { EffectView } from '@nare/contract/effect'
import { formatMoney, money } from '@nare/money/money'
import { effectParts } from '#modules/ledger/ledger'
import { bettorsOfTickets } from '#modules/tickets/tickets'
import { queryRow, queryRows, type Tx } from '#platform/db'
import type { PoolRow } from './pool-store.ts'
import { allTickets, refundsOf, type TicketRows } from './ticket-store.ts'

/** What the cancellation of a pool pays back, by the rows that its settlement pays. It takes no lock and writes nothing. */
export const effectOfRefunds = (tx: Tx, { id, stake }: Pick<PoolRow, 'id' | 'stake'>): Promise<EffectView> =>
  effectOfRows(tx, refundsOf(allTickets(id), stake))

/** What the settlement of open tickets pays, by the rows that it pays. */
export async function effectOfRows(tx: Tx, rows: TicketRows): Promise<EffectView> {
  const sums = await queryRow<{ bets: number; winners: number; paid: bigint }>(tx)`
    select count(*)::int as bets, count(*) filter (where r.returned > 0)::int as winners, coalesce(sum(r.returned), 0)::bigint as paid
    from (${rows}) r`
  const most = await queryRows<{ betId: bigint; after: bigint }>(tx)`
    select r.bet_id as "betId", r.returned as after from (${rows}) r where r.returned > 0 order by r.returned desc, r.bet_id limit 5`
  const bettors = await bettorsOfTickets(
    tx,
    most.map(({ betId }) => betId),
  )
  const largest = most.map((one) => ({ ...one, bettor: bettors.get(one.betId) ?? 0n, before: 0n }))
  const { bets, winners, paid } = sums ?? { bets: 0, winners: 0, paid: 0n }
  return {
    ...(await effectParts(tx, { largest })),
    ...{ bets, winners, lost: bets - winners, legs: bets, of: bets },
    ...{ paid: formatMoney(money(paid)), taken_back: formatMoney(money(0n)) },
  }
}
