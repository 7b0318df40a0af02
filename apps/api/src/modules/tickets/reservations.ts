import { sql, type RawBuilder } from 'kysely'
import type { Product } from '@nare/contract/products'
import { money } from '@nare/money/money'
import { releaseBonus } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'

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

type Command = { readonly bettor: bigint; readonly id: string; readonly reservation?: bigint | undefined }

/** A row of `reservationsOf`. */
export type ReservationRow = {
  bettor: bigint
  id: string
  bet_id: bigint
  hash: string
  reserved: {
    product: Product
    /** Cents, as text: a JSON number has too few digits. */
    stake: string
    bonus_stake: string
    interruptions: Readonly<Record<string, number>>
  }
}

/**
 * The reservations of these commands, as rows (bettor, id, bet_id, hash, reserved). A command before its delay is found by bettor and
 * command id, a command after its delay by the bet id of the reservation.
 */
export const reservationsOf = (commands: readonly Command[]): RawBuilder<unknown> => {
  const beforeDelay = commands.filter(({ reservation }) => reservation === undefined)
  const afterDelay = commands.flatMap(({ reservation }) => (reservation === undefined ? [] : [reservation]))
  return sql`
    select r.bettor_id as bettor, r.client_id::text as id, r.bet_id, encode(r.hash, 'hex') as hash,
      jsonb_build_object('product', r.product, 'stake', r.stake::text, 'bonus_stake', r.bonus_stake::text, 'interruptions', r.interruptions) as reserved
    from betting.reservation r
    where r.bet_id = any(${afterDelay}::bigint[]) or (r.bettor_id, r.client_id) in (
      select * from unnest(${beforeDelay.map((c) => c.bettor)}::bigint[], ${beforeDelay.map((c) => c.id)}::uuid[]))`
}

export const reservationOf = ({ bettor, id, bet_id, hash, reserved }: ReservationRow): Reservation => ({
  betId: bet_id,
  product: reserved.product,
  bettor,
  clientId: id,
  hash,
  stake: BigInt(reserved.stake),
  bonusStake: BigInt(reserved.bonus_stake),
  interruptions: new Map(Object.entries(reserved.interruptions).map(([match, times]) => [Number(match), times])),
})

/** Looks up the reservation of a command, among those read from the database and those created by earlier commands of the same list. */
export function openReservations(found: readonly Reservation[]) {
  const byId = new Map(found.map((reservation) => [reservation.betId, reservation]))
  const byCommand = new Map(found.map((reservation) => [keyOfReservation(reservation), reservation]))
  return {
    /** The reservation of a command. After the delay it is found by its bet id, before it by bettor, command id and hash. */
    of: (command: Command & { readonly hash: string }): Reservation | undefined =>
      command.reservation === undefined ? byCommand.get(keyOf(command)) : byId.get(command.reservation),
    add: (reservation: Reservation): void => void byCommand.set(keyOfReservation(reservation), reservation),
  }
}

const keyOf = ({ bettor, id, hash }: { bettor: bigint; id: string; hash: string }): string => `${bettor}:${id}:${hash}`
const keyOfReservation = (reservation: Reservation): string => keyOf({ ...reservation, id: reservation.clientId })

/** Inserts reservations. The caller moves the money. Each bet is decided again after `delayS` seconds. */
export async function insertReservations(
  tx: Tx,
  reservations: readonly Reservation[],
  { delayS }: { delayS: number },
): Promise<void> {
  await sql`
    insert into betting.reservation (bet_id, product, bettor_id, client_id, hash, stake, bonus_stake, interruptions, until)
    select r.bet_id, r.product, r.bettor, r.id, decode(r.hash, 'hex'), r.stake, r.bonus_stake, r.interruptions,
      platform.real_now() + make_interval(secs => ${delayS + graceS}::float8)
    from unnest(${reservations.map((r) => r.betId)}::bigint[], ${reservations.map((r) => r.product)}::text[],
      ${reservations.map((r) => r.bettor)}::bigint[], ${reservations.map((r) => r.clientId)}::uuid[],
      ${reservations.map((r) => r.hash)}::text[], ${reservations.map((r) => r.stake)}::bigint[],
      ${reservations.map((r) => r.bonusStake)}::bigint[],
      ${reservations.map((r) => JSON.stringify(Object.fromEntries(r.interruptions)))}::jsonb[])
      as r (bet_id, product, bettor, id, hash, stake, bonus_stake, interruptions)`.execute(tx)
}

/** Deletes the reservations that this transaction turns into bets or releases. */
export async function deleteReservations(tx: Tx, betIds: readonly bigint[]): Promise<Released[]> {
  const { rows } = await sql<Released>`
    delete from betting.reservation where bet_id = any(${betIds}::bigint[])
    returning bet_id as "betId", bettor_id as bettor, product, stake, bonus_stake as "bonusStake"`.execute(tx)
  return rows
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
  const { rows: owners } = await sql<{ bettor: bigint }>`
    select distinct bettor_id as bettor from betting.reservation where bet_id = any(${betIds}::bigint[])`.execute(tx)
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

/** The next overdue reservations with a bet id above `after`, by bet id. */
export async function overdueReservations(
  db: Db,
  { after, max }: { after: bigint; max: number },
): Promise<Pick<Reservation, 'betId' | 'bettor'>[]> {
  const { rows } = await sql<Pick<Reservation, 'betId' | 'bettor'>>`
    select bet_id as "betId", bettor_id as bettor from betting.reservation
    where until < platform.real_now() and bet_id > ${after}::bigint order by bet_id limit ${max}::int`.execute(db)
  return rows
}
