import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Product } from '@nare/contract/products'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Funds, Ledger, StakeTransfer } from '#modules/ledger/ledger'
import {
  bonusProducts,
  paymentOf,
  recordUses,
  spendableGrants,
  type NewUse,
  type Spendable,
} from '#modules/bonus/bonus'
import { refusalOf, stakeGate, type Gate, type StakeRefusal } from '#modules/protection/protection'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { TicketOrigin } from './origin.ts'
import { deleteReservations, insertReservations, openReservations, type Reservation } from './reservations.ts'
import { earlierTickets, insertTickets, type EarlierTicket, type NewTicket } from './store.ts'

/** A command to place a ticket. `hash` is the SHA-256, in hex, of the fields that decide it: a repeated id with another hash is refused. */
export type TicketCommand = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly id: string
  readonly hash: string
  readonly stake: Money
  /** After the delay of a live bet: the bet id under which its stake is reserved. */
  readonly reservation?: bigint | undefined
  readonly origin?: TicketOrigin | undefined
}

/** The data for a product's decision on a command. */
export type Deciding = {
  readonly betId: bigint
  /** The database's time, after the locks. */
  readonly now: Date
  /** The bettor's cash, less the stakes of the tickets placed earlier in the same list. */
  readonly balance: Money
  /** The bettor's bonus money for this product, less the part used by tickets placed earlier in the same list. It is spent after the cash. */
  readonly bonus: Money
  /** The refusal of the stake gate. */
  readonly gated: StakeRefusal | undefined
  /** The share, in percent, of the product's highest stake and liability that this bettor is offered. */
  readonly stakePercent: number
  /** Whether the stake is reserved, and so no longer part of the balance. */
  readonly reserved: boolean
}

type Decided<T extends NewTicket> = { readonly kind: 'placed'; readonly bet: T }
export type Placed<T extends NewTicket> = Decided<T> & { readonly balance: Money }
/** The decision to reserve the stake now and to decide the command again after a delay. */
export type LiveDelay = { readonly kind: 'live_delay'; readonly interruptions: ReadonlyMap<number, number> }
/** The placement for a `LiveDelay` decision; never for a product without a delay. */
type Waiting<D> = D extends LiveDelay ? Reserved : never
/** `createdHere` is false if the same command, sent on another connection, created the reservation. */
export type Reserved = { readonly kind: 'reserved'; readonly reservation: Reservation; readonly createdHere: boolean }
export type RefusedTicket = { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }
export type TicketPlacement<T extends NewTicket> =
  | Placed<T>
  | RefusedTicket
  | { readonly kind: 'repeated'; readonly betId: bigint }

/** How one product places tickets. `D` is never for a product without a delay. */
export type TicketRules<C extends TicketCommand, T extends NewTicket, D extends LiveDelay = never> = {
  readonly commands: readonly C[]
  /** One reserved bet id for each command. */
  readonly ids: readonly bigint[]
  /** Acquires the product's locks and reads under them. It must start all its statements before it awaits one: see `placeTickets`. */
  readonly prepare?: (tx: Tx) => Promise<void>
  /** Reads the earlier tickets of these commands under the payers' locks, and whatever else `decide` needs. By default only the earlier tickets. */
  readonly read?: (tx: Tx) => Promise<Map<string, EarlierTicket>>
  /** For a product with a delay: its length, and the reservations of these commands that `read` has found. */
  readonly delay?: { readonly seconds: number; readonly reserved: () => readonly Reservation[] }
  /** Reads what only the decision about a bettor with a lowered share needs; called only if there is one. */
  readonly readForLowered?: (tx: Tx) => Promise<void>
  /** Refuses a command that has no earlier ticket, before anything else is checked. */
  readonly reject?: (command: C) => Refusal<FailureCode> | undefined
  /** Decides a command, in the order of the list. It checks the gate's refusal and the balance: see `stakeRefusal`. */
  readonly decide: (command: C, by: Deciding) => Decided<T> | RefusedTicket | D
  /** Writes the placed tickets with their legs, as the last write of the transaction. By default writes only the tickets. */
  readonly write?: (tx: Tx, tickets: readonly T[]) => Promise<void>
}

/**
 * Places tickets of one product in the caller's transaction: locks the payers' cash (by id), returns the earlier ticket of a
 * repeated command, checks the stake gate, calls the product's `decide`, and moves each stake to the house account of the product:
 * cash first, then bonus money if the product accepts it.
 * A refused command does not affect the others of its list. A `LiveDelay` decision also moves the stake, and writes its reservation. The
 * ticket that is placed with the reservation moves no more money.
 *
 * The statements before the decision are started in lock order and sent in one round trip: each runs after the previous one and
 * sees what was committed until then. The statements after the decision are sent in another round trip. The grants are read in between,
 * only if a bettor has bonus money and too little cash.
 */
export async function placeTickets<C extends TicketCommand, T extends NewTicket, D extends LiveDelay = never>(
  { ledger, product }: { readonly ledger: Ledger; readonly product: Product },
  tx: Tx,
  rules: TicketRules<C, T, D>,
): Promise<(TicketPlacement<T> | Waiting<D>)[]> {
  const { commands, prepare, read = (of) => earlierTickets(of, commands), write = insertTickets } = rules
  const takesBonus = bonusProducts.includes(product)
  const [, funds, earlier, gate] = await Promise.all([
    prepare?.(tx),
    fundsOf(ledger, tx, { bettors: [...new Set(commands.map((command) => command.bettor))], takesBonus }),
    read(tx),
    stakeGate(
      tx,
      commands.map(({ bettor, verified, stake, reservation }) => {
        return { bettor, verified, product, amount: stake, reserved: reservation !== undefined }
      }),
    ),
  ])
  if (gate.stakePercents.size > 0) await rules.readForLowered?.(tx)
  const bettors = bettorsWithTooLittleCash(commands, funds)
  const grants = bettors.length > 0 ? await spendableGrants(tx, { bettors, product }) : new Map()
  const { placements, uses, reserved } = decideAll(product, rules, { funds, grants, earlier, gate })
  const placed = placements.flatMap((placement) => (placement.kind === 'placed' ? [placement.bet] : []))
  const endedReservations = commands.flatMap(({ reservation }, at) =>
    reservation !== undefined && placements[at]?.kind === 'placed' ? [reservation] : [],
  )
  if (placed.length + reserved.length === 0) return placements
  const paidBefore = new Set(endedReservations)
  const to = ledger.houseOf(product)
  const stakes = [...placed.filter(({ betId }) => !paidBefore.has(betId)), ...reserved].flatMap((stake) => {
    const from = funds.get(stake.bettor)
    invariant(from, `bettor ${stake.bettor} has no cash account`)
    invariant(stake.product === product, `bet ${stake.betId} is of ${stake.product}, not ${product}`)
    return stakesOf(stake, from, to)
  })
  await Promise.all([
    stakes.length > 0 ? ledger.postStakes(tx, stakes) : undefined,
    uses.length > 0 ? recordUses(tx, uses) : undefined,
    reserved.length > 0 ? insertReservations(tx, reserved, { delayS: rules.delay?.seconds ?? 0 }) : undefined,
    endedReservations.length > 0 ? deleteReservations(tx, endedReservations) : undefined,
    placed.length > 0 ? write(tx, placed) : undefined,
  ])
  return placements
}

async function fundsOf(
  ledger: Ledger,
  tx: Tx,
  { bettors, takesBonus }: { bettors: readonly bigint[]; takesBonus: boolean },
): Promise<ReadonlyMap<bigint, Funds>> {
  if (takesBonus) return ledger.lockFunds(tx, bettors)
  return new Map([...(await ledger.lockCash(tx, bettors))].map(([bettor, cash]) => [bettor, { cash }]))
}

/** The bettors with bonus money whose cash does not cover the stakes of these commands. */
function bettorsWithTooLittleCash(commands: readonly TicketCommand[], funds: ReadonlyMap<bigint, Funds>): bigint[] {
  return [...funds].flatMap(([bettor, { cash, bonus }]) => {
    if (!bonus) return []
    const stakes = commands.reduce((sum, command) => (command.bettor === bettor ? sum + command.stake : sum), 0n)
    return stakes > cash.balance ? [bettor] : []
  })
}

/** The transfers of a ticket's stake: one of cash, and one of bonus money. */
function stakesOf(
  { betId, stake, bonusStake = 0n }: Pick<NewTicket, 'betId' | 'stake' | 'bonusStake'>,
  { cash, bonus }: Funds,
  to: bigint,
): StakeTransfer[] {
  const about = `bet/${betId}`
  const ofCash = {
    id: `${about}/stake`,
    kind: 'stake' as const,
    about,
    from: cash,
    to,
    amount: money(stake - bonusStake),
  }
  if (bonusStake === 0n) return [ofCash]
  invariant(bonus, `bet ${betId} uses bonus money that is not locked`)
  const ofBonus = {
    ...ofCash,
    id: `${about}/bonus_stake`,
    kind: 'bonus_stake' as const,
    from: bonus,
    amount: money(bonusStake),
  }
  return ofCash.amount > 0n ? [ofCash, ofBonus] : [ofBonus]
}

type Facts = {
  readonly funds: ReadonlyMap<bigint, Funds>
  readonly grants: ReadonlyMap<bigint, readonly Spendable[]>
  /** Grows with each placed ticket, so that a command can repeat an earlier one of its list. */
  readonly earlier: Map<string, EarlierTicket>
  readonly gate: Gate
}

/** A bettor's remaining funds while the list is decided. */
type Purse = { cash: bigint; grants: Spendable[] }

function decideAll<C extends TicketCommand, T extends NewTicket, D extends LiveDelay>(
  product: Product,
  { commands, ids, reject, decide, delay }: TicketRules<C, T, D>,
  { funds, grants, earlier, gate: { now, refusals, stakePercents } }: Facts,
) {
  const purses = new Map(
    [...funds].map(([bettor, { cash }]): [bigint, Purse] => [
      bettor,
      { cash: cash.balance, grants: [...(grants.get(bettor) ?? [])] },
    ]),
  )
  const uses: NewUse[] = []
  const reserved: Reservation[] = []
  const reservations = openReservations(delay?.reserved() ?? [])

  /** Debits a stake from its bettor's purse. Returns the part that is bonus money. */
  function debit(command: C, betId: bigint, purse: Purse): bigint {
    const used = spend(purse, { betId, stake: command.stake })
    uses.push(...used)
    return used.reduce((sum, use) => sum + use.stake, 0n)
  }

  function decideOne(command: C, index: number): TicketPlacement<T> | Reserved {
    const earlierTicket = earlier.get(keyOf(command))
    if (earlierTicket) return repeated(command, earlierTicket)
    const rejected = reject?.(command)
    if (rejected) return { kind: 'refused', refusal: rejected }
    const reservation = reservations.of(command)
    const isAfterDelay = command.reservation !== undefined
    if (isAfterDelay && !reservation) return { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }
    // The same command was sent before, and waits on this reservation.
    if (reservation && !isAfterDelay) return { kind: 'reserved', reservation, createdHere: false }
    const betId = reservation?.betId ?? ids[index]
    invariant(betId !== undefined, 'a command has no bet id')
    const purse = purses.get(command.bettor) ?? { cash: 0n, grants: [] }
    const bonus = money(purse.grants.reduce((sum, grant) => sum + grant.left, 0n))
    const stakePercent = stakePercents.get(command.bettor) ?? 100
    const facts = { betId, now, balance: money(purse.cash), bonus, gated: refusals[index], reserved: isAfterDelay }
    const decision = decide(command, { ...facts, stakePercent })
    if (decision.kind === 'refused') return decision
    const bonusStake = reservation?.bonusStake ?? debit(command, betId, purse)
    if (decision.kind === 'live_delay') {
      const { bettor, id: clientId, hash, stake } = command
      const created = { betId, product, bettor, clientId, hash, stake, bonusStake, ...decision }
      reserved.push(created)
      reservations.add(created)
      return { kind: 'reserved', reservation: created, createdHere: true }
    }
    earlier.set(keyOf(command), { betId, hash: command.hash })
    return { ...decision, bet: { ...decision.bet, bonusStake, origin: command.origin }, balance: money(purse.cash) }
  }

  return { placements: commands.map(decideOne) as (TicketPlacement<T> | Waiting<D>)[], uses, reserved }
}

/** Debits a ticket's stake from a purse. Returns the use of each grant. */
function spend(purse: Purse, { betId, stake }: Pick<NewTicket, 'betId' | 'stake'>): NewUse[] {
  const payment = paymentOf(stake, purse)
  invariant(payment, `the stake of bet ${betId} exceeds its bettor's funds`)
  const used = new Map(payment.uses.map((use) => [use.grantId, use.stake]))
  purse.cash -= payment.cash
  purse.grants = purse.grants.map(({ grantId, left }) => ({ grantId, left: left - (used.get(grantId) ?? 0n) }))
  return payment.uses.map((use) => ({ ...use, betId }))
}

/** The refusal of a stake by the gate or for insufficient funds. A product checks its other refusals first. */
export function stakeRefusal(
  {
    gated,
    balance,
    bonus = money(0n),
    reserved = false,
  }: Pick<Deciding, 'gated' | 'balance'> & Partial<Pick<Deciding, 'bonus' | 'reserved'>>,
  stake: Money,
): Refusal<FailureCode> | undefined {
  if (gated) return refusalOf(gated)
  if (reserved || balance + bonus >= stake) return undefined
  const facts = { insufficient_balance: true, balance: formatMoney(balance) }
  return refused('insufficient_funds', bonus > 0n ? { ...facts, bonus: formatMoney(bonus) } : facts)
}

const keyOf = ({ bettor, id }: TicketCommand): string => `${bettor}:${id}`

function repeated(command: TicketCommand, earlier: EarlierTicket): TicketPlacement<never> {
  if (earlier.hash === command.hash) return { kind: 'repeated', betId: earlier.betId }
  return { kind: 'refused', refusal: refused('id_reused') }
}
