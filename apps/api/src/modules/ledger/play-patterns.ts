import { queryRows, type Tx } from '#platform/db'
import { depositedKinds, returnedKinds, stakedKinds } from './kinds.ts'

/** The patterns of one bettor's play in a period that harm markers use. */
export type PlayPattern = {
  readonly bettor: bigint
  readonly stakes: number
  /** Stakes at least 1.5 times the previous stake, without a return in between. */
  readonly raised: number
  /** Stakes between midnight and five in the morning. */
  readonly nightStakes: number
  /** Deposits within an hour after a stake, while the period's result is a loss. */
  readonly depositsAfterLosses: number
}

/**
 * Reads the next `most` bettors after one, in the order of their ids, and returns the patterns of those who moved money
 * between `from` and `to`. `scanned` is the number of bettors read, `last` the last of them.
 */
export async function playPatterns(
  tx: Tx,
  { after, most, from, to, zone }: { after: bigint; most: number; from: Date; to: Date; zone: string },
): Promise<{ scanned: number; last: bigint; days: PlayPattern[] }> {
  const rows = await queryRows<{ bettor: bigint } & { [K in keyof Omit<PlayPattern, 'bettor'>]: number | null }>(tx)`
    with owners as materialized (
      select owner, id from ledger.account where kind = 'cash' and owner > ${after}::bigint order by owner limit ${most}::int),
    bounds as materialized (
      select ledger.first_no(${from}::timestamptz) as low, ledger.first_no(${to}::timestamptz + interval '5 minutes') as high),
    moves as (
      select o.owner, t.no, t.at, e.amount, case when t.kind = any(${stakedKinds}::text[]) and e.amount < 0 then 'stake'
        when t.kind = any(${[...stakedKinds, ...returnedKinds]}::text[]) then 'return'
        when t.kind = any(${depositedKinds}::text[]) then 'deposit' end as flow
      from owners o cross join bounds b
        join ledger.entry e on e.account_id = o.id and e.transfer_no >= b.low and e.transfer_no <= b.high
        join ledger.transfer t on t.no = e.transfer_no
      where t.at >= ${from}::timestamptz and t.at < ${to}::timestamptz),
    ordered as (
      select owner, flow, at, -amount as stake,
        lag(flow) over own as flow_before, -lag(amount) over own as stake_before,
        sum(amount) filter (where flow in ('stake', 'return')) over (own rows between unbounded preceding and 1 preceding) as result_before,
        max(at) filter (where flow = 'stake') over (own rows between unbounded preceding and 1 preceding) as staked_at
      from moves where flow is not null window own as (partition by owner order by no)),
    counted as (
      select owner, count(*) filter (where flow = 'stake')::int as stakes,
        count(*) filter (where flow = 'stake' and flow_before = 'stake' and stake * 2 >= stake_before * 3)::int as raised,
        count(*) filter (where flow = 'stake' and extract(hour from at at time zone ${zone}::text) < 5)::int as night,
        count(*) filter (where flow = 'deposit' and result_before < 0 and staked_at > at - interval '1 hour')::int as after_losses
      from ordered group by owner)
    select o.owner as bettor, c.stakes, c.raised, c.night as "nightStakes", c.after_losses as "depositsAfterLosses"
    from owners o left join counted c using (owner) order by o.owner`
  const days = rows.flatMap(({ bettor, stakes, raised, nightStakes, depositsAfterLosses }): PlayPattern[] =>
    stakes === null
      ? []
      : [
          {
            bettor,
            stakes,
            raised: raised ?? 0,
            nightStakes: nightStakes ?? 0,
            depositsAfterLosses: depositsAfterLosses ?? 0,
          },
        ],
  )
  return { scanned: rows.length, last: rows.at(-1)?.bettor ?? after, days }
}

/** The next bettor after one, in the order in which `playPatterns` reads them. Undefined after the last. */
export async function bettorAfter(tx: Tx, after: bigint): Promise<bigint | undefined> {
  const rows = await queryRows<{ owner: bigint }>(tx)`
    select owner from ledger.account where kind = 'cash' and owner > ${after}::bigint order by owner limit 1`
  return rows[0]?.owner
}
