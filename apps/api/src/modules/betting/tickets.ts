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
import { deleteReservations, insertReservations, openReservations, type Reservation } from './reservations.ts'
import { earlierTickets, insertTickets, type EarlierTicket, type NewTicket } from './ticket-store.ts'

/** A command to place a ticket. `hash` is the SHA-256, in hex, of the fields that decide it: a repeated id with another is refused. */
export type TicketCommand = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly id: string
  readonly hash: string
  readonly stake: Money
  /** The bet id under which the stake was reserved, of a command that comes back after its delay. */
  readonly reservation?: bigint | undefined
}

type SingleTicket = Pick<NewTicket, 'betId' | 'product' | 'rulesVersion' | 'placedAt'>

/** The row of a ticket on a round of a game: one stake without legs, odds or boost, whose possible win is open. */
export const singleTicket = (
  { bettor, id, hash, stake }: TicketCommand,
  { betId, product, rulesVersion, placedAt }: SingleTicket,
): NewTicket => ({
  ...{ betId, product, bettor, clientId: id, hash, stake, rulesVersion, placedAt },
  ...{ type: 'single', system: undefined, accept: 'none' },
  ...{ totalOdds: null, possibleWin: null, boostPercent: 0, boostAmount: 0n, attribution: undefined },
})

/** The common facts for a product's decision on a command. */
export type Deciding = {
  readonly betId: bigint
  /** The database's time, after the locks. */
  readonly now: Date
  /** The bettor's cash, less the stakes of the tickets placed before in the same list. */
  readonly balance: Money
  /** The bettor's bonus money that this product takes, less that of the tickets placed before. It is spent after the cash. */
  readonly bonus: Money
  /** The refusal of the stake gate. */
  readonly gated: StakeRefusal | undefined
  /** Whether the stake is reserved: it is not in the balance any more. */
  readonly reserved: boolean
}

type Decided<T extends NewTicket> = { readonly kind: 'placed'; readonly bet: T }
export type Placed<T extends NewTicket> = Decided<T> & { readonly balance: Money }
/** A decision to take the stake now and to decide the command again, under the reservation, after a delay. */
export type LiveDelay = { readonly kind: 'live_delay'; readonly interruptions: ReadonlyMap<number, number> }
/** The outcome of such a decision: none for a product without a delay. */
type Waiting<D> = D extends LiveDelay ? Reserved : never
/** `made` by this command, or by the same one that another connection has sent. */
export type Reserved = { readonly kind: 'reserved'; readonly reservation: Reservation; readonly made: boolean }
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
  /** Acquires the product's own locks, and reads under them. It must start all its statements before it awaits one: see `placeTickets`. */
  readonly prepare?: (tx: Tx) => Promise<void>
  /** Reads, under the payers' locks, the earlier tickets of these commands, with whatever else `decide` needs. By default those only. */
  readonly read?: (tx: Tx) => Promise<Map<string, EarlierTicket>>
  /** For a product with a delay: its length, and the reservations of these commands as `read` has found them. */
  readonly delay?: { readonly seconds: number; readonly reserved: () => readonly Reservation[] }
  /** Refuses a command that has no earlier ticket, before anything else is checked. */
  readonly reject?: (command: C) => Refusal<FailureCode> | undefined
  /** Decides a command, in the order of the list. It checks the gate's refusal and the balance: see `stakeRefusal`. */
  readonly decide: (command: C, by: Deciding) => Decided<T> | RefusedTicket | D
  /** Writes the placed tickets with their legs; the last write of the transaction. By default the tickets only. */
  readonly write?: (tx: Tx, tickets: readonly T[]) => Promise<void>
}

/**
 * Places tickets of one product in the caller's transaction: locks the payers' cash (by id), returns the earlier ticket of a
 * repeated command, checks the stake gate, lets the product decide, and moves each stake to the house account of the product:
 * cash first, then the bonus money of a bettor who has some, for a product that takes it.
 * A refused command does not affect the others of its list. A decision to wait moves the stake too, and writes its reservation; the
 * ticket that is placed with it afterwards moves nothing more.
 *
 * The statements before the decision are started in lock order and sent in one round trip: each runs after the one before it and
 * sees the commits until then. So are those after it. Only where cash is too small and there is bonus money are the grants read in between.
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
  const short = bettorsShort(commands, funds)
  const grants = short.length > 0 ? await spendableGrants(tx, { bettors: short, product }) : new Map()
  const { placements, uses, reserved } = decideAll(product, rules, { funds, grants, earlier, gate })
  const placed = placements.flatMap((one) => (one.kind === 'placed' ? [one.bet] : []))
  const ended = commands.flatMap(({ reservation }, at) =>
    reservation !== undefined && placements[at]?.kind === 'placed' ? [reservation] : [],
  )
  if (placed.length + reserved.length === 0) return placements
  const paidBefore = new Set(ended)
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
    ended.length > 0 ? deleteReservations(tx, ended) : undefined,
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

/** The bettors with bonus money whose cash is less than the stakes of these commands. */
function bettorsShort(commands: readonly TicketCommand[], funds: ReadonlyMap<bigint, Funds>): bigint[] {
  return [...funds].flatMap(([bettor, { cash, bonus }]) => {
    if (!bonus) return []
    const wanted = commands.reduce((sum, one) => (one.bettor === bettor ? sum + one.stake : sum), 0n)
    return wanted > cash.balance ? [bettor] : []
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

/** What a bettor has left, ticket by ticket. */
type Purse = { cash: bigint; grants: Spendable[] }

function decideAll<C extends TicketCommand, T extends NewTicket, D extends LiveDelay>(
  product: Product,
  { commands, ids, reject, decide, delay }: TicketRules<C, T, D>,
  { funds, grants, earlier, gate: { now, refusals } }: Facts,
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

  /** Takes a stake from its bettor's purse, and returns the part of it that is bonus money. */
  function take(command: C, betId: bigint, purse: Purse): bigint {
    const used = spend(purse, { betId, stake: command.stake })
    uses.push(...used)
    return used.reduce((sum, use) => sum + use.stake, 0n)
  }

  function decideOne(command: C, index: number): TicketPlacement<T> | Reserved {
    const same = earlier.get(keyOf(command))
    if (same) return repeated(command, same)
    const rejected = reject?.(command)
    if (rejected) return { kind: 'refused', refusal: rejected }
    const reservation = reservations.of(command)
    const returns = command.reservation !== undefined
    if (returns && !reservation) return { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }
    // Another connection has sent the same command, which waits already.
    if (reservation && !returns) return { kind: 'reserved', reservation, made: false }
    const betId = reservation?.betId ?? ids[index]
    invariant(betId !== undefined, 'a command has no bet id')
    const purse = purses.get(command.bettor) ?? { cash: 0n, grants: [] }
    const bonus = money(purse.grants.reduce((sum, grant) => sum + grant.left, 0n))
    const facts = { betId, now, balance: money(purse.cash), bonus, gated: refusals[index], reserved: returns }
    const decision = decide(command, facts)
    if (decision.kind === 'refused') return decision
    const bonusStake = reservation?.bonusStake ?? take(command, betId, purse)
    if (decision.kind === 'live_delay') {
      const { bettor, id: clientId, hash, stake } = command
      const made = { betId, product, bettor, clientId, hash, stake, bonusStake, ...decision }
      reserved.push(made)
      reservations.add(made)
      return { kind: 'reserved', reservation: made, made: true }
    }
    earlier.set(keyOf(command), { betId, hash: command.hash })
    return { ...decision, bet: { ...decision.bet, bonusStake }, balance: money(purse.cash) }
  }

  return { placements: commands.map(decideOne) as (TicketPlacement<T> | Waiting<D>)[], uses, reserved }
}

/** Takes a ticket's stake from a purse, and returns what it uses of grants. */
function spend(purse: Purse, { betId, stake }: Pick<NewTicket, 'betId' | 'stake'>): NewUse[] {
  const payment = paymentOf(stake, purse)
  invariant(payment, `bet ${betId} exceeds what its bettor has`)
  const used = new Map(payment.uses.map((use) => [use.grantId, use.stake]))
  purse.cash -= payment.cash
  purse.grants = purse.grants.map(({ grantId, left }) => ({ grantId, left: left - (used.get(grantId) ?? 0n) }))
  return payment.uses.map((use) => ({ ...use, betId }))
}

/** Refuses a stake for the gate's reason or for insufficient funds, for a product whose other refusals come before both. */
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
