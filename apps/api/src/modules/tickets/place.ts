import { refused } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import type { Money } from '@nare/money/money'
import { recordUses } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import { stakeGate, type StakeRefusal } from '#modules/protection/protection'
import { groupBatcher } from '#platform/batcher'
import { monotonicMs } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Live } from '#platform/live'
import type { Turns } from '#platform/turns'
import { batchRunner, databaseMsMax, type BatchTry, type Queued } from './batch.ts'
import type { TicketEvents } from './events.ts'
import type { TicketIds } from './ids.ts'
import type { TicketOrigin } from './origin.ts'
import { lockFunds, openPurses, transfersOf, type RefusedTicket, type Stake } from './stake.ts'
import { earlierTickets } from './store.ts'

/** A command to place a ticket. `hash` is the SHA-256, in hex, of the fields that decide it: a repeated id with another hash is refused. */
export type TicketCommand = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly id: string
  readonly hash: string
  readonly stake: Money
  /** For a command that is decided again: the bet id under which its stake was taken. */
  readonly reservation?: bigint | undefined
  readonly origin?: TicketOrigin | undefined
}

/** The data for a product's decision on a command. */
export type Deciding = {
  readonly betId: bigint
  /** The database's time, after the locks. */
  readonly now: Date
  /** The bettor's cash, less the stakes of the tickets placed earlier in the same batch. */
  readonly balance: Money
  /** The bettor's bonus money for this product, less the part used by tickets placed earlier in the same batch. It is spent after the cash. */
  readonly bonus: Money
  /** The refusal of the stake gate. */
  readonly gated: StakeRefusal | undefined
  /** The share, in percent, of the product's highest stake and liability that this bettor is offered. */
  readonly stakePercent: number
}

/** A command that is placed. `bet` is what the product writes, usually a ticket. */
export type Placing<T> = {
  readonly kind: 'placed'
  readonly bet: T
  /** The stake was taken before: no money moves now. */
  readonly isPaid?: boolean
  /** The stake is taken, but the command is decided again later. Until then it may be sent again. */
  readonly isProvisional?: boolean
}
export type Placed<T> = Placing<T> & { readonly balance: Money }
export type TicketPlacement<T> = Placed<T> | RefusedTicket | { readonly kind: 'repeated'; readonly betId: bigint }

type Batch<C> = Omit<BatchTry<C>, 'ids'>

/**
 * How one product places tickets: plain functions over a batch, called in this order. The first two start all their statements before they await
 * one; see `placeTickets`. The facts of both are passed to the others.
 */
export type TicketRules<C extends TicketCommand, T extends Stake, L extends object, F extends object> = {
  readonly product: Product
  /** Acquires the locks that come before those of the payers, and reads under them. */
  lock(tx: Tx, batch: Batch<C>): Promise<L>
  /** Reads under the payers' locks. */
  read(tx: Tx, batch: Batch<C>): Promise<F>
  /** Reads what only some slips need, which the facts tell. */
  readMore?(tx: Tx, facts: L & F): Promise<void>
  /** Decides a command, in the order of the batch. It checks the gate's refusal and the balance: see `stakeRefusal`. */
  decide(facts: L & F, command: C, by: Deciding): Placing<T> | RefusedTicket
  /** Writes the placed tickets with their legs, as the last write of the transaction. May throw a `BatchConflict`. */
  write(tx: Tx, placed: readonly T[], facts: L & F): Promise<unknown>
}

export type PlacingDeps = {
  readonly moneyDb: Db
  readonly turns: Turns
  readonly ledger: Ledger
  readonly live: Live
  readonly tickets: { readonly ids: TicketIds; publish(tickets: readonly { bettor: bigint; betId: bigint }[]): void }
  readonly events: Pick<TicketEvents, 'transaction' | 'placed'>
  /** The number of batches that may run in parallel. */
  readonly slots?: number | undefined
  /** The maximum expected wait of a command; a command that would wait longer is refused immediately. */
  readonly queueMsMax?: number | undefined
}

type Limits<C> = {
  /** The maximum number of commands in one transaction. */
  readonly commandsMax?: number
  readonly weigh?: (command: C) => number
  /** The maximum sum of the commands' weights in a batch. */
  readonly weightMax?: number
}

/** The maximum number of commands of one bettor in one transaction; the others wait for the bettor's next turn. */
const commandsPerBettorMax = 8
/** How long a command that is decided again waits for its batch. Its reservation lasts longer, see `graceS`. */
const delayedMsMax = 45_000
const queueMax = 5000

/**
 * Opens the placement of one product's tickets: a command waits for its bettor's turn, then for a batch; a batch is one transaction, which
 * commits in time or not at all; then balance and ticket are published. A command that is decided again goes before all others and is not
 * refused because the queue is full: a bettor who sees the match before the feed does would get back the stake of a losing bet. Half of the
 * commands that run are others while both wait, so that live bets of a few bettors do not delay everybody's bets. The caller bounds the
 * number of delayed commands.
 */
export function openPlacing<C extends TicketCommand, T extends Stake, L extends object, F extends object>(
  { moneyDb, turns, ledger, live, tickets, events, slots = 3, queueMsMax = Infinity }: PlacingDeps,
  rules: TicketRules<C, T, L, F>,
  { commandsMax = 64, weigh = () => 1, weightMax = Infinity }: Limits<C> = {},
) {
  const queue = groupBatcher<Queued<C>, TicketPlacement<T>>({
    slots,
    // A second batch uses the CPU while the first waits for the disk. A third batch that is not full would only add round trips.
    partialBatchDelayMs: [3, 25],
    itemsMax: commandsMax,
    queueMax,
    waitMsMax: queueMsMax,
    weightMax,
    weigh: ({ command }) => weigh(command),
    run: batchRunner<C, TicketPlacement<T>>({
      moneyDb,
      ids: tickets.ids,
      run(tx, batch) {
        events.transaction()
        return placeTickets({ ledger }, tx, rules, batch)
      },
      used: (placement) => (placement.kind === 'placed' ? [placement.bet.betId] : []),
      late: { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) },
    }),
  })
  const until = (commands: readonly C[], msMax: number) => {
    const untilMs = monotonicMs() + msMax
    return commands.map((command) => ({ command, untilMs }))
  }
  const inTimeMs = databaseMsMax + (Number.isFinite(queueMsMax) ? queueMsMax : 0)
  const inTurn = turns.grouped<C, TicketPlacement<T>>(commandsPerBettorMax, (commands) =>
    queue.send(until(commands, inTimeMs)),
  )
  const againInTurn = turns.grouped<C, TicketPlacement<T>>(commandsPerBettorMax, (commands) =>
    queue.sendFirst(until(commands, delayedMsMax)),
  )

  return {
    /** Places a command in its bettor's turn, and publishes it. */
    async place(command: C): Promise<TicketPlacement<T>> {
      const isDelayed = command.reservation !== undefined
      const entry = { key: command.bettor.toString(), sharedKey: undefined, isDelayed }
      const placement = await (isDelayed ? againInTurn : inTurn)(entry, command)
      if (placement.kind !== 'placed') return placement
      void ledger.publishBalances(live, [command.bettor])
      if (placement.isProvisional) return placement
      events.placed()
      tickets.publish([placement.bet])
      return placement
    },
    /** Whether another command would be refused as overloaded. */
    isFull: queue.isFull,
  }
}

/**
 * Places tickets of one product in the caller's transaction: acquires the product's locks, then the payers' (by id), returns the earlier
 * ticket of a repeated command, checks the stake gate, lets the product decide, and moves each stake to the house account of the product:
 * cash first, then bonus money if the product accepts it. A refused command does not affect the others of its batch.
 *
 * The statements before the decision are started in lock order and sent in one round trip: each runs after the previous one and
 * sees what was committed until then. The statements after the decision are sent in another round trip. The grants are read in between,
 * only if a bettor has bonus money and too little cash.
 */
export async function placeTickets<C extends TicketCommand, T extends Stake, L extends object, F extends object>(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  rules: TicketRules<C, T, L, F>,
  { ids, ...batch }: BatchTry<C>,
): Promise<TicketPlacement<T>[]> {
  const { product } = rules
  const { commands } = batch
  const bettors = [...new Set(commands.map(({ bettor }) => bettor))]
  const [locked, funds, earlier, read, { now, refusals, stakePercents }] = await Promise.all([
    rules.lock(tx, batch),
    lockFunds(ledger, tx, { bettors, product }),
    earlierTickets(tx, commands),
    rules.read(tx, batch),
    stakeGate(
      tx,
      commands.map(({ bettor, verified, stake, reservation }) => {
        return { bettor, verified, product, amount: stake, reserved: reservation !== undefined }
      }),
    ),
  ])
  const facts = { ...locked, ...read }
  await rules.readMore?.(tx, facts)
  const purses = await openPurses(tx, { product, stakes: commands, funds })

  function decideOne(command: C, index: number): TicketPlacement<T> {
    const { bettor, hash, origin } = command
    const key = `${bettor}:${command.id}`
    const before = earlier.get(key)
    if (before?.hash === hash) return { kind: 'repeated', betId: before.betId }
    if (before) return { kind: 'refused', refusal: refused('id_reused') }
    const betId = ids[index]
    invariant(betId !== undefined, 'a command has no bet id')
    const stakePercent = stakePercents.get(bettor) ?? 100
    const by = { betId, now, ...purses.left(bettor), gated: refusals[index], stakePercent }
    const decision = rules.decide(facts, command, by)
    if (decision.kind === 'refused') return decision
    const { bet, isPaid, isProvisional } = decision
    invariant(bet.product === product, `bet ${bet.betId} is of ${bet.product}, not ${product}`)
    const bonusStake = isPaid ? bet.bonusStake : purses.debit(bet)
    // A later command of the batch may repeat this one.
    if (!isProvisional) earlier.set(key, { betId: bet.betId, hash })
    return { ...decision, bet: { ...bet, bonusStake, origin }, balance: purses.left(bettor).balance }
  }

  const placements = commands.map(decideOne)
  const placed = placements.flatMap((placement) => (placement.kind === 'placed' ? [placement] : []))
  if (placed.length === 0) return placements
  const to = ledger.houseOf(product)
  const transfers = placed.flatMap(({ bet, isPaid }) =>
    isPaid ? [] : transfersOf(bet, { funds: funds.get(bet.bettor), to }),
  )
  await Promise.all([
    transfers.length > 0 ? ledger.postStakes(tx, transfers) : undefined,
    purses.uses.length > 0 ? recordUses(tx, purses.uses) : undefined,
    rules.write(
      tx,
      placed.map(({ bet }) => bet),
      facts,
    ),
  ])
  return placements
}
