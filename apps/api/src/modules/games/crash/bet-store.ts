import { sql } from 'kysely'
import { withheldFrom, type Withheld } from '#modules/tickets/tickets'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { RoundState } from '#platform/rounds'
import { ownerName } from './round-store.ts'

/** A crash bet as it is stored. Multipliers in hundredths. */
export type CrashBetRow = {
  readonly betId: bigint
  readonly clientId: string
  readonly roundId: string
  readonly roundState: RoundState
  readonly round: number
  readonly bettor: bigint
  readonly slot: number
  readonly stake: bigint
  readonly target: number | null
  readonly cap: number
  readonly state: 'open' | 'won' | 'lost' | 'void'
  readonly cashedOutAt: number | null
  readonly command: string | null
  readonly placedAt: Date
  /** The tax on winnings of its return, where it was read; null without one. */
  readonly withheld?: Withheld | null
}

const columns = sql`b.bet_id as "betId", b.client_id as "clientId", p.round_id as "roundId", p.state as "roundState",
  b.round, b.bettor, b.slot, b.stake, b.target, b.cap, b.state,
  b.cashed_out_at as "cashedOutAt", b.command, b.placed_at as "placedAt"`
const shown = sql`${columns}, ${withheldFrom(sql`b.bet_id`)} as withheld`
const joined = sql`games.crash_bet b join platform.round p on p.id = b.round`

export type NewCrashBet = Pick<
  CrashBetRow,
  'betId' | 'clientId' | 'round' | 'bettor' | 'slot' | 'stake' | 'target' | 'cap' | 'placedAt'
>

/** Writes new bets in one statement. */
export async function insertBets(tx: Tx, bets: readonly NewCrashBet[]): Promise<void> {
  await sql`
    insert into games.crash_bet (bet_id, round, bettor, client_id, slot, stake, target, cap, placed_at)
    select * from unnest(
      ${bets.map((b) => b.betId)}::bigint[], ${bets.map((b) => b.round)}::int[], ${bets.map((b) => b.bettor)}::bigint[],
      ${bets.map((b) => b.clientId)}::uuid[], ${bets.map((b) => b.slot)}::smallint[], ${bets.map((b) => b.stake)}::bigint[], ${bets.map((b) => b.target)}::int[],
      ${bets.map((b) => b.cap)}::int[], ${bets.map((b) => b.placedAt)}::timestamptz[])`.execute(tx)
}

/** The slots that these bettors use on open rounds, as "round bettor slot". */
export async function usedSlots(tx: Tx, bettors: readonly bigint[]): Promise<Set<string>> {
  const rows = await queryRows<{ round: number; bettor: bigint; slot: number }>(tx)`
    select b.round, b.bettor, b.slot from ${joined}
    where p.name = ${ownerName} and p.state = 'open' and b.state <> 'void' and b.bettor = any(${bettors}::bigint[])`
  return new Set(rows.map(slotKey))
}

export const slotKey = ({ round, bettor, slot }: { round: number; bettor: bigint; slot: number }): string =>
  `${round} ${bettor} ${slot}`

/** The crash points of these rounds, by round; rounds that have not ended are left out. */
export async function crashPointsOf(on: Db | Tx, rounds: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await queryRows<{ round: number; crashPoint: bigint }>(on)`
    select r.round, r.crash_point as "crashPoint" from games.crash_round r join platform.round p on p.id = r.round
    where r.round = any(${rounds}::int[]) and p.state = 'ended' and r.crash_point is not null`
  return new Map(rows.map(({ round, crashPoint }) => [round, crashPoint]))
}

export function betsById(on: Db | Tx, betIds: readonly bigint[]): Promise<CrashBetRow[]> {
  return queryRows<CrashBetRow>(on)`
    select ${shown} from ${joined} where b.bet_id = any(${betIds}::bigint[]) order by b.bet_id`
}

/** A bettor's bets on unsettled rounds, by round and slot, without void bets. */
export function unsettledBets(on: Db, bettor: bigint): Promise<CrashBetRow[]> {
  return queryRows<CrashBetRow>(on)`
    select ${shown} from games.crash_bet b join games.crash_round r on r.round = b.round join platform.round p on p.id = b.round
    where b.round in (select round from games.crash_round where settled_at is null) and b.bettor = ${bettor}::bigint
      and b.state <> 'void' order by b.round, b.slot`
}

type Command = { readonly bettor: bigint; readonly command: string }
export const commandKey = ({ bettor, command }: Command): string => `${bettor} ${command}`

/** The bets that these commands decided, by `commandKey`. */
export async function betsOfCommands(on: Db | Tx, commands: readonly Command[]): Promise<Map<string, CrashBetRow>> {
  if (commands.length === 0) return new Map()
  const rows = await queryRows<CrashBetRow & { command: string }>(on)`
    select ${columns} from unnest(${commands.map((c) => c.bettor)}::bigint[], ${commands.map((c) => c.command)}::uuid[]) as c (bettor, command)
    join games.crash_bet b on b.bettor = c.bettor and b.command = c.command join platform.round p on p.id = b.round`
  return new Map(rows.map((row) => [commandKey(row), row]))
}

/** The open bets of a round with larger ids than `after`, by id. */
export function openBets(
  on: Db | Tx,
  { round, after = 0n, most }: { round: number; after?: bigint; most: number },
): Promise<CrashBetRow[]> {
  return queryRows<CrashBetRow>(on)`
    select ${columns} from ${joined}
    where b.round = ${round}::int and b.state = 'open' and b.bet_id > ${after}::bigint order by b.bet_id limit ${most}::int`
}

/** Open bets that have waited longer than `seconds` for their flight: on `round`, or on any open round. */
export function lateBets(
  on: Db | Tx,
  { seconds, most, round = null }: { seconds: number; most: number; round?: number | null },
): Promise<CrashBetRow[]> {
  return queryRows<CrashBetRow>(on)`
    select ${columns} from ${joined}
    where p.name = ${ownerName} and (p.state = 'open' or p.id = ${round}::int) and b.state = 'open'
      and b.round = coalesce(${round}::int, b.round)
      and b.placed_at < platform.now() - make_interval(secs => ${seconds}::int)
    order by b.bet_id limit ${most}::int`
}

export type BetDecision = {
  readonly betId: bigint
  readonly state: 'won' | 'lost' | 'void'
  readonly cashedOutAt: number | null
  readonly command: string | null
}

/** Stores the outcomes of these bets in one statement. */
export async function decideBets(tx: Tx, decisions: readonly BetDecision[]): Promise<void> {
  await sql`
    update games.crash_bet b set state = d.state, cashed_out_at = d.at, command = d.command, decided_at = platform.now()
    from unnest(${decisions.map((d) => d.betId)}::bigint[], ${decisions.map((d) => d.state)}::text[],
      ${decisions.map((d) => d.cashedOutAt)}::int[], ${decisions.map((d) => d.command)}::uuid[]) as d (bet_id, state, at, command)
    where b.bet_id = d.bet_id`.execute(tx)
}
