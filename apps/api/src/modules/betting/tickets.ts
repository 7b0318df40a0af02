import { refused, type Refusal } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Product } from '@nare/contract/products'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Ledger, LockedCash, StakeTransfer } from '#modules/ledger/ledger'
import { refusalOf, stakeGate, type Gate, type StakeRefusal } from '#modules/protection/protection'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { earlierTickets, insertTickets, type EarlierTicket, type NewTicket } from './ticket-store.ts'

/** A command to place a ticket. `hash` is the SHA-256, in hex, of the fields that decide it: a repeated id with another is refused. */
export type TicketCommand = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly id: string
  readonly hash: string
  readonly stake: Money
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
  /** The refusal of the stake gate. */
  readonly gated: StakeRefusal | undefined
}

type Decided<T extends NewTicket> = { readonly kind: 'placed'; readonly bet: T }
export type Placed<T extends NewTicket> = Decided<T> & { readonly balance: Money }
export type RefusedTicket = { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }
export type TicketPlacement<T extends NewTicket> =
  | Placed<T>
  | RefusedTicket
  | { readonly kind: 'repeated'; readonly betId: bigint }

/**
 * How one product places tickets. `D` is a decision other than placing and refusing; such a command places nothing.
 */
export type TicketRules<C extends TicketCommand, T extends NewTicket, D> = {
  readonly commands: readonly C[]
  /** One reserved bet id for each command. */
  readonly ids: readonly bigint[]
  /** Acquires the product's own locks, and reads under them. It must start all its statements before it awaits one: see `placeTickets`. */
  readonly prepare?: (tx: Tx) => Promise<void>
  /** Reads, under the payers' locks, the earlier tickets of these commands, with whatever else `decide` needs. By default those only. */
  readonly read?: (tx: Tx) => Promise<Map<string, EarlierTicket>>
  /** Refuses a command before its earlier ticket is returned. */
  readonly reject?: (command: C) => Refusal<FailureCode> | undefined
  /** Decides a command, in the order of the list. It checks the gate's refusal and the balance: see `stakeRefusal`. */
  readonly decide: (command: C, by: Deciding) => Decided<T> | RefusedTicket | D
  /** Writes the placed tickets with their legs; the last write of the transaction. By default the tickets only. */
  readonly write?: (tx: Tx, tickets: readonly T[]) => Promise<void>
}

/**
 * Places tickets of one product in the caller's transaction: locks the payers' cash (by id), returns the earlier ticket of a
 * repeated command, checks the stake gate, lets the product decide, and moves each stake to the house account of the product.
 * A refused command does not affect the others of its list.
 *
 * The statements before the decision are started in lock order and sent in one round trip: each runs after the one before it and
 * sees the commits until then. So are those after it.
 */
export async function placeTickets<C extends TicketCommand, T extends NewTicket, D = never>(
  { ledger, product }: { readonly ledger: Ledger; readonly product: Product },
  tx: Tx,
  rules: TicketRules<C, T, D>,
): Promise<(TicketPlacement<T> | D)[]> {
  const { commands, prepare, read = (of) => earlierTickets(of, commands), write = insertTickets } = rules
  const [, cash, earlier, gate] = await Promise.all([
    prepare?.(tx),
    ledger.lockCash(tx, [...new Set(commands.map((command) => command.bettor))]),
    read(tx),
    stakeGate(
      tx,
      commands.map(({ bettor, verified, stake }) => ({ bettor, verified, product, amount: stake })),
    ),
  ])
  const placements = decideAll(rules, { cash, earlier, gate })
  const tickets = placements.flatMap((one) => (isPlaced<Placed<T>>(one) ? [one.bet] : []))
  if (tickets.length === 0) return placements
  const to = ledger.houseOf(product)
  const stakes = tickets.map((ticket): StakeTransfer => {
    const from = cash.get(ticket.bettor)
    invariant(from, `bettor ${ticket.bettor} has no cash account`)
    invariant(ticket.product === product, `bet ${ticket.betId} is of ${ticket.product}, not ${product}`)
    const about = `bet/${ticket.betId}`
    return { id: `${about}/stake`, kind: 'stake', about, from, to, amount: money(ticket.stake) }
  })
  await Promise.all([ledger.postStakes(tx, stakes), write(tx, tickets)])
  return placements
}

type Facts = {
  readonly cash: ReadonlyMap<bigint, LockedCash>
  /** Grows with each placed ticket, so that a command can repeat an earlier one of its list. */
  readonly earlier: Map<string, EarlierTicket>
  readonly gate: Gate
}

function decideAll<C extends TicketCommand, T extends NewTicket, D>(
  { commands, ids, reject, decide }: TicketRules<C, T, D>,
  { cash, earlier, gate: { now, refusals } }: Facts,
): (TicketPlacement<T> | D)[] {
  const balances = new Map([...cash].map(([bettor, { balance }]) => [bettor, balance]))
  return commands.map((command, index): TicketPlacement<T> | D => {
    const rejected = reject?.(command)
    if (rejected) return { kind: 'refused', refusal: rejected }
    const same = earlier.get(keyOf(command))
    if (same) return repeated(command, same)
    const betId = ids[index]
    invariant(betId !== undefined, 'a command has no bet id')
    const balance = balances.get(command.bettor) ?? money(0n)
    const decision = decide(command, { betId, now, balance, gated: refusals[index] })
    if (!isPlaced<Decided<T>>(decision)) return decision
    const left = money(balance - decision.bet.stake)
    balances.set(command.bettor, left)
    earlier.set(keyOf(command), { betId, hash: command.hash })
    return { ...decision, balance: left }
  })
}

/** Refuses a stake for the gate's reason or for insufficient funds, for a product whose other refusals come before both. */
export function stakeRefusal(
  { gated, balance }: Pick<Deciding, 'gated' | 'balance'>,
  stake: Money,
): Refusal<FailureCode> | undefined {
  if (gated) return refusalOf(gated)
  if (balance >= stake) return undefined
  return refused('insufficient_funds', { insufficient_balance: true, balance: formatMoney(balance) })
}

const keyOf = ({ bettor, id }: TicketCommand): string => `${bettor}:${id}`

function repeated(command: TicketCommand, earlier: EarlierTicket): TicketPlacement<never> {
  if (earlier.hash === command.hash) return { kind: 'repeated', betId: earlier.betId }
  return { kind: 'refused', refusal: refused('id_reused') }
}

function isPlaced<P extends { readonly kind: 'placed' }>(one: unknown): one is P {
  return typeof one === 'object' && one !== null && 'kind' in one && one.kind === 'placed'
}
