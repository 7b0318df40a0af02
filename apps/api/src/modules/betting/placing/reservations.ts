import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { money } from '@nare/money/money'
import { releaseBonus } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import type { TicketCommand } from '#modules/tickets/tickets'
import { queryRows, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { referralStates } from '@nare/contract/referral-state'

/** What became of a command that was referred to a trader. */
export type ReferredBefore = {
  readonly betId: bigint
  readonly state: (typeof referralStates)[number]
  readonly until: Date
  readonly outcome: Refusal<FailureCode> | null
}

/**
 * The stake of a live bet, debited when the bet is received. After the delay the bet is placed with it, or the stake is returned. Without a
 * reservation, a bettor who sees the match before the feed does could cancel a losing bet by spending the balance or lowering a limit
 * during the delay.
 */
export type Reservation = {
  /** The id that the bet will have. */
  readonly betId: bigint
  readonly product: Product
  readonly bettor: bigint
  readonly clientId: string
  readonly hash: string
  readonly stake: bigint
  /** The part of the stake that is bonus money. */
  readonly bonusStake: bigint
  /** How often each match had been interrupted when the bet was received. */
  readonly interruptions: ReadonlyMap<number, number>
}

/** Seconds after the end of the delay at which an unfinished reservation is overdue. */
const graceS = 60

type Command = Pick<TicketCommand, 'bettor' | 'id' | 'hash' | 'reservation'>

/**
 * Reads the reservations and the referrals of these commands. A command before its delay is found by bettor, command id and hash, a command after
 * its delay by the bet id of the reservation.
 */
export async function readReservations(tx: Tx, commands: readonly Command[]) {
  const beforeDelay = commands.filter(({ reservation }) => reservation === undefined)
  const afterDelay = commands.flatMap(({ reservation }) => reservation ?? [])
  const sent = sql`select * from unnest(${beforeDelay.map((c) => c.bettor)}::bigint[], ${beforeDelay.map((c) => c.id)}::uuid[])`
  const rows = await queryRows<ReadRow>(tx)`
    select r.bet_id as "betId", r.product, r.bettor_id as bettor, r.client_id::text as "clientId", encode(r.hash, 'hex') as hash, r.stake,
      r.bonus_stake as "bonusStake", r.interruptions, null as state, null as until, null as outcome
    from betting.reservation r
    where r.bet_id = any(${afterDelay}::bigint[]) or (r.bettor_id, r.client_id) in (${sent})
    union all
    select f.bet_id, '', f.bettor_id, f.client_id::text, encode(f.hash, 'hex'), f.stake, f.bonus_stake, null, f.state, f.until, f.outcome
    from betting.referral f where (f.bettor_id, f.client_id) in (${sent})`
  const reservations = rows.flatMap(({ interruptions, state: _, until: _until, outcome: _outcome, ...row }) =>
    interruptions === null ? [] : [{ ...row, interruptions: new Map(countsOf(interruptions)) }],
  )
  const referrals = new Map(
    rows.flatMap(({ betId, bettor, clientId: id, hash, state, until, outcome }) =>
      state === null || until === null
        ? []
        : [[keyOf({ bettor, id, hash }), { betId, state, until, outcome }] as const],
    ),
  )
  const byId = new Map(reservations.map((one) => [one.betId, one]))
  const byCommand = new Map<string, Reservation>(reservations.map((one) => [keyOf({ ...one, id: one.clientId }), one]))
  return {
    of: (command: Command): Reservation | undefined =>
      command.reservation === undefined ? byCommand.get(keyOf(command)) : byId.get(command.reservation),
    /** Adds a new reservation, so that a later command of the batch can repeat its command. */
    add: (created: Reservation): void => void byCommand.set(keyOf({ ...created, id: created.clientId }), created),
    /** The referral of a command that was referred earlier, whatever became of it. */
    referralOf: (command: Command): ReferredBefore | undefined => referrals.get(keyOf(command)),
    /** Adds a new referral, so that a later command of the batch can repeat its command. */
    addReferral: (command: Command, created: ReferredBefore): void => void referrals.set(keyOf(command), created),
  }
}

type ReadRow = Omit<Reservation, 'interruptions'> & { interruptions: Record<string, number> | null } & {
  [K in 'state' | 'until' | 'outcome']: ReferredBefore[K] | null
}

export const countsOf = (interruptions: Readonly<Record<string, number>>): [matchId: number, times: number][] =>
  Object.entries(interruptions).map(([match, times]) => [Number(match), times])

export type Reservations = Awaited<ReturnType<typeof readReservations>>

const keyOf = ({ bettor, id, hash }: Omit<Command, 'reservation'>): string => `${bettor}:${id}:${hash}`

/**
 * Inserts reservations. The caller moves the money. Each bet is decided again after `delayS` seconds at the latest, Infinity for a bet that a
 * trader decides.
 */
export async function insertReservations(
  tx: Tx,
  reservations: readonly Reservation[],
  { delayS }: { delayS: number },
): Promise<void> {
  if (reservations.length === 0) return
  await sql`
    insert into betting.reservation (bet_id, product, bettor_id, client_id, hash, stake, bonus_stake, interruptions, until)
    select r.bet_id, r.product, r.bettor, r.id, decode(r.hash, 'hex'), r.stake, r.bonus_stake, r.interruptions,
      ${delayS === Infinity ? sql`'infinity'::timestamptz` : sql`platform.real_now() + make_interval(secs => ${delayS + graceS}::float8)`}
    from unnest(${reservations.map((r) => r.betId)}::bigint[], ${reservations.map((r) => r.product)}::text[],
      ${reservations.map((r) => r.bettor)}::bigint[], ${reservations.map((r) => r.clientId)}::uuid[],
      ${reservations.map((r) => r.hash)}::text[], ${reservations.map((r) => r.stake)}::bigint[],
      ${reservations.map((r) => r.bonusStake)}::bigint[],
      ${reservations.map((r) => JSON.stringify(Object.fromEntries(r.interruptions)))}::jsonb[])
      as r (bet_id, product, bettor, id, hash, stake, bonus_stake, interruptions)`.execute(tx)
}

/** Deletes the reservations that this transaction turns into bets or releases. */
export async function deleteReservations(tx: Tx, betIds: readonly bigint[]): Promise<Released[]> {
  if (betIds.length === 0) return []
  return await queryRows<Released>(tx)`
    delete from betting.reservation where bet_id = any(${betIds}::bigint[])
    returning bet_id as "betId", bettor_id as bettor, product, stake, bonus_stake as "bonusStake"`
}

type Released = Pick<Reservation, 'betId' | 'bettor' | 'product' | 'stake' | 'bonusStake'>

/**
 * Returns the stakes of those of these reservations that still exist. Cash first repays a debt and then goes to the cash account; bonus money
 * goes back to its grants. Locks the bettors' accounts: reservations change only under that lock. Returns the bettors that were paid.
 */
export async function releaseReservations(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  betIds: readonly bigint[],
): Promise<bigint[]> {
  const owners = await queryRows<{ bettor: bigint }>(tx)`
    select distinct bettor_id as bettor from betting.reservation where bet_id = any(${betIds}::bigint[])`
  if (owners.length === 0) return []
  const wallets = await ledger.lockWallets(
    tx,
    owners.map(({ bettor }) => bettor),
  )
  const released = await deleteReservations(tx, betIds)
  const bonus = released.filter(({ bonusStake }) => bonusStake > 0n)
  await releaseBonus({ ledger }, tx, {
    released: bonus.map(({ betId, bettor, product, bonusStake }) => ({
      betId,
      bettor,
      against: ledger.houseOf(product),
      amount: money(bonusStake),
    })),
    wallets,
  })
  const cash = released.filter(({ stake, bonusStake }) => stake > bonusStake)
  await ledger.credit(
    tx,
    cash.map(({ betId, bettor, product, stake, bonusStake }) => ({
      id: `bet/${betId}/release/1`,
      kind: 'stake_released',
      about: `bet/${betId}`,
      bettor,
      amount: money(stake - bonusStake),
      against: ledger.houseOf(product),
    })),
  )
  return released.map(({ bettor }) => bettor)
}

/**
 * Lowers the stake of a reservation without bonus money that waits for a trader, and returns the difference. The caller has locked the bettor's
 * accounts. `from` is the stake that was reserved.
 */
export async function lowerReservation(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  {
    betId,
    bettor,
    product,
    from,
    to,
  }: Pick<Reservation, 'betId' | 'bettor' | 'product'> & { from: bigint; to: bigint },
): Promise<void> {
  const rows = await queryRows(tx)`
    update betting.reservation set stake = ${to}::bigint
    where bet_id = ${betId}::bigint and stake = ${from}::bigint and bonus_stake = 0 returning bet_id`
  invariant(rows.length === 1, `the stake ${from} of bet ${betId} is not reserved`)
  const about = `bet/${betId}`
  const against = ledger.houseOf(product)
  await ledger.credit(tx, [
    { id: `${about}/release/2`, kind: 'stake_released', about, bettor, amount: money(from - to), against },
  ])
}

/** The next overdue reservations with a bet id above `after`, by bet id. */
export function overdueReservations(
  db: Db,
  { after = 0n, count }: { after: bigint | undefined; count: number },
): Promise<Pick<Reservation, 'betId' | 'bettor'>[]> {
  return queryRows<Pick<Reservation, 'betId' | 'bettor'>>(db)`
    select bet_id as "betId", bettor_id as bettor from betting.reservation
    where until < platform.real_now() and bet_id > ${after}::bigint order by bet_id limit ${count}::int`
}
