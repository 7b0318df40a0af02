import { queryRows, type Tx } from '#platform/db'

/** A ticket of which a leg was decided. `loses` if that leg is lost, which decides every ticket but a system. */
export type DecidedTicket = { readonly betId: bigint; readonly loses: boolean }

/** A locked ticket that may be decided once the states of all its legs are known. */
export type UndecidedTicket = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly type: 'single' | 'multi' | 'system'
  readonly system: readonly number[] | null
  /** The rest of the stake after cash-outs. */
  readonly stake: bigint
  /** The stake as it was placed, and what cash-outs have paid and withheld of it; absent without cash-outs. */
  readonly cashedOut?: { readonly originalStake: bigint; readonly paid: bigint; readonly tax: bigint } | undefined
  /** The bonus money in the stake as it was placed; absent without bonus money. */
  readonly bonusStake?: bigint | undefined
  readonly rulesVersion: string
  readonly state: 'open' | 'won' | 'lost' | 'void'
  readonly returned: bigint
  /** The tax on winnings that was withheld, by cash-outs too. */
  readonly tax: bigint
  readonly timesSettled: number
}

/**
 * For a product that keeps its legs in its own schema: locks these tickets by id, marks the open ones that lose, and returns them and
 * the open ones that may be decided. Read the other legs of those in a later statement: it sees what another settlement
 * committed while this one waited for their locks.
 */
export async function decideTickets(
  tx: Tx,
  tickets: readonly DecidedTicket[],
): Promise<{ lost: readonly { betId: bigint; bettor: bigint }[]; undecided: readonly UndecidedTicket[] }> {
  if (tickets.length === 0) return { lost: [], undecided: [] }
  const rows = await queryRows<UndecidedTicket & { readonly loses: boolean }>(tx)`
    with given as materialized (
      select * from unnest(${tickets.map((one) => one.betId)}::bigint[], ${tickets.map((one) => one.loses)}::boolean[]) as g (bet_id, loses)),
    locked as materialized (
      select b.bet_id, b.bettor_id, b.type, b.system, b.stake, b.rules_version, b.times_settled, b.state, g.loses and b.type <> 'system' as loses
      from given g join betting.bet b using (bet_id) order by b.bet_id for update of b),
    at as materialized (select platform.now() as now),
    lost as (
      update betting.bet b set state = 'lost', settled_at = at.now, times_settled = b.times_settled + 1
      from locked, at where b.bet_id = locked.bet_id and locked.loses and locked.state = 'open')
    select bet_id as "betId", bettor_id as bettor, type, system, stake, rules_version as "rulesVersion", state, 0::bigint as returned, 0::bigint as tax,
      times_settled as "timesSettled", loses
    from locked where state = 'open' order by bet_id`
  return { lost: rows.filter(({ loses }) => loses), undecided: rows.filter(({ loses }) => !loses) }
}
