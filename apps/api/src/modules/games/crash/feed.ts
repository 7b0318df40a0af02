import type { CrashBetsState } from '@nare/contract/crash'
import { formatMoney, money } from '@nare/money/money'
import { maskedName } from '#modules/identity/identity'
import { queryRows, type Db } from '#platform/db'
import { ownerName } from './round-store.ts'
import { multiplierText, returnedBy } from './views.ts'

/** Loads the names and phone numbers of bettors, which are shown masked. */
export type NamesOf = (
  bettors: readonly bigint[],
) => Promise<ReadonlyMap<bigint, { readonly name: string; readonly msisdn: string; readonly nameShown?: boolean }>>

const rowsMax = 20

type Row = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly stake: bigint
  readonly state: 'open' | 'won' | 'lost'
  readonly cashedOutAt: number | null
  readonly round: number
  readonly roundId: string
  readonly changes: number
}

/** The latest bets and cash-outs of the flight, or of the round that accepts bets, with a version; undefined before the first round. */
export async function feedState(
  db: Db,
  namesOf: NamesOf,
): Promise<{ version: number; state: CrashBetsState } | undefined> {
  const rows = await queryRows<Omit<Row, 'betId'> & { betId: bigint | null }>(db)`
    with present as materialized (
      select id, round_id from platform.round where name = ${ownerName} and state in ('open', 'locked') order by round_no limit 1)
    select p.id as round, p.round_id as "roundId", b.bet_id as "betId", b.bettor, b.stake, b.state, b.cashed_out_at as "cashedOutAt",
      (select (count(*) + count(*) filter (where x.state in ('void', 'won')))::int from games.crash_bet x where x.round = p.id) as changes
    from present p left join lateral (
      select * from games.crash_bet b where b.round = p.id and b.state <> 'void'
      order by coalesce(b.decided_at, b.placed_at) desc, b.bet_id desc limit ${rowsMax}::int) b on true`
  const [first] = rows
  if (!first) return undefined
  const bets = rows.filter((row): row is Row => row.betId !== null)
  const names = await namesOf([...new Set(bets.map(({ bettor }) => bettor))])
  return {
    version: first.round * 1_000_000 + Math.min(first.changes, 999_999),
    state: { round_id: first.roundId, rows: bets.map((row) => rowOf(row, names.get(row.bettor))) },
  }
}

function rowOf(row: Row, bettor: Parameters<typeof maskedName>[0]): CrashBetsState['rows'][number] {
  const out = row.cashedOutAt !== null && {
    cashed_out_at: multiplierText(row.cashedOutAt),
    returned: formatMoney(money(returnedBy(row))),
  }
  return { key: String(row.betId), player: maskedName(bettor), stake: formatMoney(money(row.stake)), ...out }
}
