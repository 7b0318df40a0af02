import type { EffectView } from '@nare/contract/effect'
import { formatMoney, money } from '@nare/money/money'
import { effectParts, type TicketChange } from '#modules/ledger/ledger'
import { queryRow, queryRows, type Tx } from '#platform/db'
import type { PoolRow } from './pool-store.ts'
import { allTickets, refundsOf } from './ticket-store.ts'

/** What the cancellation of a pool pays back, by the rows that its settlement pays. It takes no lock and writes nothing. */
export async function effectOfRefunds(tx: Tx, { id, stake }: Pick<PoolRow, 'id' | 'stake'>): Promise<EffectView> {
  const rows = refundsOf(allTickets(id), stake)
  const sums = await queryRow<{ bets: number; paid: bigint }>(tx)`
    select count(*)::int as bets, coalesce(sum(r.returned), 0)::bigint as paid from (${rows}) r`
  const largest = await queryRows<TicketChange>(tx)`
    select b.bettor_id as bettor, r.bet_id as "betId", 0::bigint as before, r.returned as after
    from (select * from (${rows}) r order by returned desc, bet_id limit 5) r join betting.bet b on b.bet_id = r.bet_id
    order by r.returned desc, r.bet_id`
  const { bets, paid } = sums ?? { bets: 0, paid: 0n }
  return {
    ...(await effectParts(tx, { largest })),
    ...{ bets, winners: bets, lost: 0, legs: bets, of: bets },
    ...{ paid: formatMoney(money(paid)), taken_back: formatMoney(money(0n)) },
  }
}
