import { sql } from 'kysely'
import type { LegState } from '@nare/bets/result'
import type { Product } from '@nare/contract/products'
import type { Db, Tx } from '#platform/db'
import { rangeOf, type BetToSettle, type LegRange, type Selection } from '../settling/settle-store.ts'
import type { MatchSchedule } from '#modules/catalog/catalog'
import { isMistimed } from '../mistimed.ts'

/** A ticket on matches as people decide it. */
export type HandTicket = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly product: Product
  readonly type: 'single' | 'multi' | 'system' | 'jackpot'
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly stake: bigint
  /** The rest of the stake after cash-outs; null without any. */
  readonly leftStake: bigint | null
  readonly leftWin: bigint | null
  readonly possibleWin: bigint | null
  readonly cashed: bigint
  readonly tax: bigint
  readonly cashedTax: bigint
  readonly bonusStake: bigint
  readonly system: readonly number[] | null
  readonly rulesVersion: string
  readonly returned: bigint
  readonly timesSettled: number
  /** Whether people have declared it void. */
  readonly isVoidByHand: boolean
}

/** A ticket, locked until the transaction ends if `lock` is set. */
export async function handTicket(
  on: Db | Tx,
  betId: bigint,
  { lock }: { lock: boolean },
): Promise<HandTicket | undefined> {
  const { rows } = await sql<HandTicket>`
    select b.bet_id as "betId", b.bettor_id as bettor, b.product, b.type, b.state, b.stake, b.left_stake as "leftStake", b.left_win as "leftWin",
      b.possible_win as "possibleWin", b.cashed, b.tax, b.cashed_tax as "cashedTax", b.bonus_stake as "bonusStake", b.returned, b.system, b.rules_version as "rulesVersion", b.times_settled as "timesSettled",
      exists (select from betting.hand_void v where v.bet_id = b.bet_id and v.lifted_at is null) as "isVoidByHand"
    from betting.bet b where b.bet_id = ${betId}::bigint ${lock ? sql`for update of b` : sql``}`.execute(on)
  return rows[0]
}

/** A ticket as a settlement by these states of its legs takes it; undefined for one that has no settlement by legs. */
export function toSettle(
  ticket: HandTicket,
  legs: { readonly prices: readonly bigint[]; readonly states: readonly LegState[] },
): BetToSettle | undefined {
  const { type, state, stake, leftStake, cashed, cashedTax, bonusStake } = ticket
  if (type === 'jackpot' || state === 'cashed_out') return undefined
  return {
    ...{ ...ticket, ...legs, type, state, stake: leftStake ?? stake },
    ...(leftStake !== null && { cashedOut: { originalStake: stake, paid: cashed, tax: cashedTax } }),
    bonusStake: bonusStake > 0n ? bonusStake : undefined,
  }
}

/** The bettor of a ticket. */
export async function bettorOf(db: Db, betId: bigint): Promise<bigint | undefined> {
  return (await handTicket(db, betId, { lock: false }))?.bettor
}

/** Stores that people declare a locked ticket void. */
export async function insertHandVoid(
  tx: Tx,
  { betId, by, reason }: { betId: bigint; by: string; reason: string },
): Promise<void> {
  await sql`
    insert into betting.hand_void (bet_id, by, reason, at) values (${betId}::bigint, ${by}, ${reason}, platform.now())
    on conflict (bet_id) do update set by = excluded.by, reason = excluded.reason, at = excluded.at, lifted_by = null, lifted_at = null`.execute(
    tx,
  )
}

/** Who has declared a ticket void and why, if somebody has. */
export async function handVoidOf(db: Db, betId: bigint): Promise<{ by: string; reason: string } | undefined> {
  const { rows } = await sql<{ by: string; reason: string }>`
    select by, reason from betting.hand_void where bet_id = ${betId}::bigint and lifted_at is null`.execute(db)
  return rows[0]
}

/** Ends that people have declared a ticket void. */
export async function liftHandVoid(tx: Tx, { betId, by }: { betId: bigint; by: string }): Promise<void> {
  await sql`update betting.hand_void set lifted_by = ${by}, lifted_at = platform.now()
    where bet_id = ${betId}::bigint and lifted_at is null`.execute(tx)
}

/** The leg of a ticket on a match, as a range of its own. */
export async function legRange(
  on: Db | Tx,
  { betId, matchId, schedule }: { betId: bigint; matchId: number; schedule: MatchSchedule | undefined },
): Promise<LegRange | undefined> {
  const { rows } = await sql<Selection & { first: bigint; last: bigint; legs: number }>`
    select market_id as "marketId", odd_key as "oddKey", home_at_bet as "homeAtBet", away_at_bet as "awayAtBet", ${isMistimed(schedule)} as mistimed,
      bet_id as first, bet_id as last, 1 as legs
    from betting.leg l where bet_id = ${betId}::bigint and match_id = ${matchId}::int`.execute(on)
  const range = rangeOf(rows)
  return range && { matchId, ...range, settledBefore: true, selections: rows }
}

/** The legs of a ticket: their matches, outcomes and states, in the order of the slip. */
export async function legsOfTicket(
  on: Db | Tx,
  betId: bigint,
): Promise<{ n: number; matchId: number; marketId: string; oddKey: string; price: bigint; state: LegState }[]> {
  const { rows } = await sql<{
    n: number
    matchId: number
    marketId: string
    oddKey: string
    price: bigint
    state: LegState
  }>`
    select n, match_id as "matchId", market_id as "marketId", odd_key as "oddKey", price, state
    from betting.leg where bet_id = ${betId}::bigint order by n`.execute(on)
  return rows
}
