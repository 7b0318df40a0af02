import { sql, type RawBuilder } from 'kysely'
import type { WireMove, WireRound } from '@nare/games/wire'
import type { GameName } from '@nare/games/games'
import { withheldFrom, type Withheld } from '#modules/tickets/tickets'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'

/** The state of a round so far, as it is stored. */
export type RoundState = {
  readonly state: 'open' | 'done'
  readonly result: object
  readonly multiplier: bigint
  readonly staked: bigint
  readonly payout: bigint
}

/** A stored round with its moves in order. `serverSeed` is null until it is revealed. */
export type RoundRow = WireRound &
  RoundState & {
    readonly betId: bigint
    readonly bettor: bigint
    readonly clientId: string
    readonly nonce: number
    readonly stake: bigint
    readonly maxWin: bigint
    readonly placedAt: Date
    readonly settledAt: Date | null
    readonly hash: string
    readonly sealed: Buffer
    readonly clientSeed: string
    readonly serverSeed: string | null
    /** The tax on winnings of its payout; null without one. */
    readonly withheld: Withheld | null
  }

const columns = sql`r.bet_id as "betId", r.bettor_id as bettor, r.client_id::text as "clientId", r.game, r.nonce, r.stake, r.staked,
  r.max_win as "maxWin", r.options, r.state, r.result, r.multiplier, r.payout, r.placed_at as "placedAt", r.settled_at as "settledAt",
  s.server_seed_hash as hash, s.sealed, s.client_seed as "clientSeed", s.revealed as "serverSeed",
  coalesce((select jsonb_agg(m.move order by m.n) from games.move m where m.bet_id = r.bet_id), '[]') as moves,
  ${withheldFrom(sql`r.bet_id`)} as withheld`
const tables = sql`games.round r join games.server_seed s using (seed_id)`

function roundsWhere(on: Db | Tx, condition: RawBuilder<unknown>): Promise<RoundRow[]> {
  return queryRows<RoundRow>(on)`select ${columns} from ${tables} where ${condition}`
}

/** A round by its id; undefined if it is not the bettor's. */
export async function roundOf(
  on: Db | Tx,
  { bettor, betId }: { bettor: bigint; betId: bigint },
): Promise<RoundRow | undefined> {
  const [row] = await roundsWhere(on, sql`r.bet_id = ${betId}::bigint and r.bettor_id = ${bettor}::bigint`)
  return row
}

/** Any round, by its id. */
export async function anyRound(on: Db | Tx, betId: bigint): Promise<RoundRow | undefined> {
  const [row] = await roundsWhere(on, sql`r.bet_id = ${betId}::bigint`)
  return row
}

/** The moves of a round in their order. */
export function movesOf(on: Db, betId: bigint): Promise<{ move: unknown; at: Date }[]> {
  return queryRows<{ move: unknown; at: Date }>(on)`
    select move, at from games.move where bet_id = ${betId}::bigint order by n`
}

/** A page of a bettor's rounds, the newest first. */
export function roundsPage(
  db: Db,
  { bettor, game }: { bettor: bigint; game: GameName | undefined },
  page: Page,
): Promise<Paged<RoundRow>> {
  const ofGame = game === undefined ? sql`` : sql`and r.game = ${game}`
  return readPage<RoundRow>(
    db,
    {
      columns,
      from: sql`${tables} where r.bettor_id = ${bettor}::bigint ${ofGame}`,
      order: [
        { by: sql`r.placed_at`, type: 'time', desc: true },
        { by: sql`r.bet_id`, type: 'number', desc: true },
      ],
    },
    page,
  )
}

/** The rounds of these tickets, with the fields that a list of bets shows. */
export function roundsOfBets(on: Db | Tx, betIds: readonly bigint[]) {
  return queryRows<Pick<RoundRow, 'betId' | 'game' | 'state' | 'multiplier' | 'options' | 'result'>>(on)`
    select bet_id as "betId", game, state, multiplier, options, result from games.round where bet_id = any(${betIds}::bigint[])`
}

export type NewRound = RoundState & {
  readonly betId: bigint
  readonly bettor: bigint
  readonly clientId: string
  readonly game: GameName
  readonly options: object
  readonly seedId: bigint
  readonly nonce: number
  readonly stake: bigint
  readonly maxWin: bigint
  readonly placedAt: Date
}

export async function insertRound(tx: Tx, round: NewRound): Promise<void> {
  await sql`
    insert into games.round (bet_id, bettor_id, client_id, game, seed_id, nonce, stake, staked, max_win, options, state, result, multiplier,
      payout, placed_at, settled_at)
    values (${round.betId}::bigint, ${round.bettor}::bigint, ${round.clientId}::uuid, ${round.game}, ${round.seedId}::bigint,
      ${round.nonce}::int, ${round.stake}::bigint, ${round.staked}::bigint, ${round.maxWin}::bigint,
      ${JSON.stringify(round.options)}::jsonb, ${round.state}, ${JSON.stringify(round.result)}::jsonb, ${round.multiplier}::bigint,
      ${round.payout}::bigint, ${round.placedAt}::timestamptz,
      case when ${round.state} = 'done' then ${round.placedAt}::timestamptz end)`.execute(tx)
}

/** Stores a round after a move. */
export async function updateRound(tx: Tx, betId: bigint, after: RoundState): Promise<void> {
  await sql`
    update games.round set state = ${after.state}, result = ${JSON.stringify(after.result)}::jsonb,
      multiplier = ${after.multiplier}::bigint, staked = ${after.staked}::bigint, payout = ${after.payout}::bigint,
      settled_at = case when ${after.state} = 'done' then platform.now() end
    where bet_id = ${betId}::bigint`.execute(tx)
}

/** A stored move: its round, its index in the round, and the move. */
export type MoveRow = { readonly betId: bigint; readonly n: number; readonly move: WireMove }

/** The move of a command. */
export function moveOf(on: Db | Tx, { bettor, id }: { bettor: bigint; id: string }): Promise<MoveRow | undefined> {
  return queryRow<MoveRow>(on)`
    select bet_id as "betId", n, move from games.move where bettor_id = ${bettor}::bigint and id = ${id}::uuid`
}

/** Adds a move. `id` is the id of its command; undefined for an automatic move. */
export async function insertMove(
  tx: Tx,
  { betId, n, bettor, id, move }: MoveRow & { readonly bettor: bigint; readonly id: string | undefined },
): Promise<void> {
  await sql`
    insert into games.move (bet_id, n, bettor_id, id, move)
    values (${betId}::bigint, ${n}::smallint, ${bettor}::bigint, ${id ?? null}::uuid, ${JSON.stringify(move)}::jsonb)`.execute(
    tx,
  )
}

export type AbandonedRound = { readonly betId: bigint; readonly bettor: bigint; readonly placedAt: Date }

/** Open rounds that were placed at least `hours` ago, oldest first, after one of them. */
export function abandonedRounds(
  db: Db,
  { hours, after, most }: { hours: number; after: AbandonedRound | undefined; most: number },
): Promise<AbandonedRound[]> {
  return queryRows<AbandonedRound>(db)`
    select bet_id as "betId", bettor_id as bettor, placed_at as "placedAt" from games.round
    where state = 'open' and placed_at <= platform.now() - make_interval(hours => ${hours}::int)
      and (placed_at, bet_id) > (${after?.placedAt ?? '-infinity'}::timestamptz, ${after?.betId ?? 0n}::bigint)
    order by placed_at, bet_id limit ${most}::int`
}
