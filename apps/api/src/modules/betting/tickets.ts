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
  /** The bettor's bonus money that this product takes, less that of the tickets placed before. It is spent after the cash. */
  readonly bonus: Money
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
 * repeated command, checks the stake gate, lets the product decide, and moves each stake to the house account of the product:
 * cash first, then the bonus money of a bettor who has some, for a product that takes it.
 * A refused command does not affect the others of its list.
 *
 * The statements before the decision are started in lock order and sent in one round trip: each runs after the one before it and
 * sees the commits until then. So are those after it. Only where cash is too small and there is bonus money are the grants read in between.
 */
export async function placeTickets<C extends TicketCommand, T extends NewTicket, D = never>(
  { ledger, product }: { readonly ledger: Ledger; readonly product: Product },
  tx: Tx,
  rules: TicketRules<C, T, D>,
): Promise<(TicketPlacement<T> | D)[]> {
  const { commands, prepare, read = (of) => earlierTickets(of, commands), write = insertTickets } = rules
  const takesBonus = bonusProducts.includes(product)
  const [, funds, earlier, gate] = await Promise.all([
    prepare?.(tx),
    fundsOf(ledger, tx, { bettors: [...new Set(commands.map((command) => command.bettor))], takesBonus }),
    read(tx),
    stakeGate(
      tx,
      commands.map(({ bettor, verified, stake }) => ({ bettor, verified, product, amount: stake })),
    ),
  ])
  const short = bettorsShort(commands, funds)
  const grants = short.length > 0 ? await spendableGrants(tx, { bettors: short, product }) : new Map()
  const uses: NewUse[] = []
  const placements = decideAll(rules, { funds, grants, earlier, gate, uses })
  const tickets = placements.flatMap((one) => (isPlaced<Placed<T>>(one) ? [one.bet] : []))
  if (tickets.length === 0) return placements
  const to = ledger.houseOf(product)
  const stakes = tickets.flatMap((ticket) => {
    const from = funds.get(ticket.bettor)
    invariant(from, `bettor ${ticket.bettor} has no cash account`)
    invariant(ticket.product === product, `bet ${ticket.betId} is of ${ticket.product}, not ${product}`)
    return stakesOf(ticket, from, to)
  })
  await Promise.all([
    ledger.postStakes(tx, stakes),
    uses.length > 0 ? recordUses(tx, uses) : undefined,
    write(tx, tickets),
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
function stakesOf({ betId, stake, bonusStake = 0n }: NewTicket, { cash, bonus }: Funds, to: bigint): StakeTransfer[] {
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
  /** Collects what the placed tickets use of grants. */
  readonly uses: NewUse[]
}

/** What a bettor has left, ticket by ticket. */
type Purse = { cash: bigint; grants: Spendable[] }

function decideAll<C extends TicketCommand, T extends NewTicket, D>(
  { commands, ids, reject, decide }: TicketRules<C, T, D>,
  { funds, grants, earlier, gate: { now, refusals }, uses }: Facts,
): (TicketPlacement<T> | D)[] {
  const purses = new Map(
    [...funds].map(([bettor, { cash }]): [bigint, Purse] => [
      bettor,
      { cash: cash.balance, grants: [...(grants.get(bettor) ?? [])] },
    ]),
  )
  return commands.map((command, index): TicketPlacement<T> | D => {
    const rejected = reject?.(command)
    if (rejected) return { kind: 'refused', refusal: rejected }
    const same = earlier.get(keyOf(command))
    if (same) return repeated(command, same)
    const betId = ids[index]
    invariant(betId !== undefined, 'a command has no bet id')
    const purse = purses.get(command.bettor) ?? { cash: 0n, grants: [] }
    const bonus = money(purse.grants.reduce((sum, grant) => sum + grant.left, 0n))
    const decision = decide(command, { betId, now, balance: money(purse.cash), bonus, gated: refusals[index] })
    if (!isPlaced<Decided<T>>(decision)) return decision
    earlier.set(keyOf(command), { betId, hash: command.hash })
    const used = spend(purse, decision.bet)
    uses.push(...used)
    const bonusStake = used.reduce((sum, use) => sum + use.stake, 0n)
    return { ...decision, bet: { ...decision.bet, bonusStake }, balance: money(purse.cash) }
  })
}

/** Takes a ticket's stake from a purse, and returns what it uses of grants. */
function spend(purse: Purse, { betId, stake }: NewTicket): NewUse[] {
  const payment = paymentOf(stake, purse)
  invariant(payment, `bet ${betId} exceeds what its bettor has`)
  const used = new Map(payment.uses.map((use) => [use.grantId, use.stake]))
  purse.cash -= payment.cash
  purse.grants = purse.grants.map(({ grantId, left }) => ({ grantId, left: left - (used.get(grantId) ?? 0n) }))
  return payment.uses.map((use) => ({ ...use, betId }))
}

/** Refuses a stake for the gate's reason or for insufficient funds, for a product whose other refusals come before both. */
export function stakeRefusal(
  { gated, balance, bonus = money(0n) }: Pick<Deciding, 'gated' | 'balance'> & Partial<Pick<Deciding, 'bonus'>>,
  stake: Money,
): Refusal<FailureCode> | undefined {
  if (gated) return refusalOf(gated)
  if (balance + bonus >= stake) return undefined
  const facts = { insufficient_balance: true, balance: formatMoney(balance) }
  return refused('insufficient_funds', bonus > 0n ? { ...facts, bonus: formatMoney(bonus) } : facts)
}

const keyOf = ({ bettor, id }: TicketCommand): string => `${bettor}:${id}`

function repeated(command: TicketCommand, earlier: EarlierTicket): TicketPlacement<never> {
  if (earlier.hash === command.hash) return { kind: 'repeated', betId: earlier.betId }
  return { kind: 'refused', refusal: refused('id_reused') }
}

function isPlaced<P extends { readonly kind: 'placed' }>(one: unknown): one is P {
  return typeof one === 'object' && one !== null && 'kind' in one && one.kind === 'placed'
}
