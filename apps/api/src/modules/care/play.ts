import { sql } from 'kysely'
import { kindsWhere, type PostedTransfer } from '#modules/ledger/ledger'
import { queryRows, type Db, type Tx } from '#platform/db'

/** How long the sums of a day stay: longer than any rule looks back. */
const keptDays = 60

const stakedKinds = kindsWhere(({ counts }) => counts === 'staked')
const depositedKinds = kindsWhere(({ counts }) => counts === 'deposited')
export const playKinds = [...depositedKinds, ...stakedKinds]

type Move = { readonly bettor: bigint; readonly at: Date; readonly isStake: boolean; readonly amount: bigint }

/** What transfers moved between a bettor and the house: a stake that came back counts against the stakes. */
export function movesOf(transfers: readonly PostedTransfer[]): Move[] {
  const staked = new Set<string>(stakedKinds)
  return transfers.flatMap(({ kind, at, entries }) =>
    entries.flatMap(({ owner, accountKind, amount }): Move[] =>
      owner !== null && accountKind === 'cash'
        ? [{ bettor: owner, at, isStake: staked.has(kind), amount: staked.has(kind) ? -amount : amount }]
        : [],
    ),
  )
}

/** Adds moves to the sums of the days of the zone. */
export async function addMoves(tx: Tx, moves: readonly Move[], zone: string): Promise<void> {
  if (moves.length === 0) return
  await sql`
    insert into care.play_day as d (bettor_id, day, deposits, deposited, stakes, staked)
    select m.bettor, (m.at at time zone ${zone}::text)::date,
      count(*) filter (where not m.stake and m.amount > 0), coalesce(sum(m.amount) filter (where not m.stake), 0),
      count(*) filter (where m.stake and m.amount > 0), coalesce(sum(m.amount) filter (where m.stake), 0)
    from unnest(${moves.map(({ bettor }) => bettor)}::bigint[], ${moves.map(({ at }) => at)}::timestamptz[],
      ${moves.map(({ isStake }) => isStake)}::boolean[], ${moves.map(({ amount }) => amount)}::bigint[]) m (bettor, at, stake, amount)
    group by 1, 2 order by 1, 2
    on conflict (bettor_id, day) do update set deposits = d.deposits + excluded.deposits, deposited = d.deposited + excluded.deposited,
      stakes = d.stakes + excluded.stakes, staked = d.staked + excluded.staked`.execute(tx)
}

/** The play of a bettor: of the present day, of seven days with it, and of the 28 days before those. Amounts in cents. */
export type Play = {
  readonly bettor: bigint
  readonly depositsToday: number
  readonly depositedToday: bigint
  readonly depositedWeek: bigint
  readonly depositedBefore: bigint
  readonly stakedWeek: bigint
  readonly stakedBefore: bigint
}

export function playOf(tx: Tx, bettors: readonly bigint[], zone: string): Promise<Play[]> {
  return queryRows<Play>(tx)`
    with today as materialized (select (platform.now() at time zone ${zone}::text)::date as day)
    select d.bettor_id as bettor,
      coalesce(sum(d.deposits) filter (where d.day = t.day), 0)::int as "depositsToday",
      coalesce(sum(d.deposited) filter (where d.day = t.day), 0)::bigint as "depositedToday",
      coalesce(sum(d.deposited) filter (where d.day > t.day - 7), 0)::bigint as "depositedWeek",
      coalesce(sum(d.deposited) filter (where d.day <= t.day - 7), 0)::bigint as "depositedBefore",
      coalesce(sum(d.staked) filter (where d.day > t.day - 7), 0)::bigint as "stakedWeek",
      coalesce(sum(d.staked) filter (where d.day <= t.day - 7), 0)::bigint as "stakedBefore"
    from care.play_day d cross join today t
    where d.bettor_id = any(${bettors}::bigint[]) and d.day > t.day - 35 group by 1`
}

/** Forgets the sums of days that no rule looks at any more, a bounded number at a time. */
export async function forgetPlay(db: Db): Promise<void> {
  await sql`
    delete from care.play_day where ctid = any(array(
      select ctid from care.play_day where day < platform.now()::date - ${keptDays}::int limit 5000))`.execute(db)
}
