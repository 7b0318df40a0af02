import { queryRows, type Db, type Tx } from '#platform/db'

/** How a bet on matches was placed, its state, and the price and state of each of its legs. */
export type LegOutcomes = {
  readonly type: string
  readonly state: string
  readonly legs: readonly { readonly price: bigint; readonly state: string }[]
}

type Row = Pick<LegOutcomes, 'type' | 'state'> & {
  readonly betId: bigint
  readonly legs: readonly [price: string, state: string][]
}

/** The legs of these bets as they are now, by the id of the bet. */
export async function legOutcomes(on: Db | Tx, betIds: readonly bigint[]): Promise<Map<bigint, LegOutcomes>> {
  if (betIds.length === 0) return new Map()
  const rows = await queryRows<Row>(on)`
    select b.bet_id as "betId", b.type, b.state, l.legs from betting.bet b cross join lateral (
      select json_agg(json_build_array(price::text, state) order by n) as legs from betting.leg where bet_id = b.bet_id offset 0) l
    where b.bet_id = any(${betIds}::bigint[]) and b.product = 'sports' and l.legs is not null`
  return new Map(
    rows.map(({ betId, type, state, legs }) => [
      betId,
      { type, state, legs: legs.map(([price, state]) => ({ price: BigInt(price), state })) },
    ]),
  )
}
