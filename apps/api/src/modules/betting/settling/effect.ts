import type { Product } from '@nare/contract/products'
import type { EffectView } from '@nare/contract/effect'
import { formatMoney, money } from '@nare/money/money'
import type { CurrentResult, MatchSchedule } from '#modules/catalog/catalog'
import { openForesight, partsOf, type Ledger, type TicketChange } from '#modules/ledger/ledger'
import { foreseeSettlements, type GrantsForeseen, type TicketSettlement } from '#modules/tickets/tickets'
import { queryRow, type Tx } from '#platform/db'
import type { RulesBook } from '../rules.ts'
import { outcomesOf, settlementsOf } from './settle.ts'
import * as store from './settle-store.ts'

export type EffectDeps = {
  readonly ledger: Ledger
  readonly rules: RulesBook
  readonly product: Product
  readonly chunkLegs: number
}

const sizeOf = ({ before, after }: TicketChange): bigint => (after > before ? after - before : before - after)

export type Effect = Awaited<ReturnType<typeof openEffect>>

/**
 * Adds up what settlements would do to tickets and money, in the order in which they would be made. It reads the snapshot of its transaction, takes
 * no lock and writes nothing.
 */
export async function openEffect({ ledger }: Pick<EffectDeps, 'ledger'>, tx: Tx, { of }: { of: number }) {
  const at = await queryRow<{ now: Date }>(tx)`select platform.now() as now`
  const foresight = openForesight(tx)
  const grants: GrantsForeseen = new Map()
  const sums = { bets: 0, winners: 0, lost: 0, paid: 0n, takenBack: 0n, mayPay: 0n, legs: 0 }
  let largest: TicketChange[] = []

  function note(change: TicketChange): void {
    sums.bets++
    if (change.after > 0n) sums.winners++
    else sums.lost++
    sums.paid += change.after
    sums.takenBack += change.before
    largest.push(change)
    if (largest.length > 200) largest = top(largest)
  }

  return {
    /** Adds settlements that one transaction would make, and the open bets that it would mark as lost. */
    async add(
      settlements: readonly TicketSettlement[],
      lost: readonly { betId: bigint; bettor: bigint }[],
    ): Promise<void> {
      for (const { betId, bettor } of lost) note({ betId, bettor, before: 0n, after: 0n })
      for (const { ticket, returned } of settlements) {
        const { betId, bettor, cashed = 0n } = ticket
        note({ betId, bettor, before: ticket.returned - cashed, after: returned })
      }
      await foreseeSettlements({ ledger, foresight, grants }, tx, settlements)
    },
    count: (legs: number): void => void (sums.legs += legs),
    /** Adds what tickets may pay later that stay open. */
    addOpen: (amount: bigint): void => void (sums.mayPay += amount),
    /** What tickets may pay later that this brings closer to winning, in cents. */
    mayPay: (): bigint => sums.mayPay,
    /** What is paid, what is taken back, and what open tickets may pay later because of it, together, in cents. */
    moved: (): bigint => sums.paid + sums.takenBack + sums.mayPay,
    view(): EffectView {
      return {
        ...partsOf({ at: at?.now, foresight, largest: top(largest) }),
        ...{ bets: sums.bets, winners: sums.winners, lost: sums.lost, legs: sums.legs, of },
        ...{ paid: text(sums.paid), taken_back: text(sums.takenBack) },
      }
    },
  }
}

const text = (cents: bigint): string => formatMoney(money(cents))

function top(changes: readonly TicketChange[]): TicketChange[] {
  const sorted = changes.toSorted((a, b) => {
    const [x, y] = [sizeOf(a), sizeOf(b)]
    return x === y ? (a.betId < b.betId ? -1 : 1) : x > y ? -1 : 1
  })
  return sorted.slice(0, 50)
}

/** The result of a match as it would become, with its schedule. */
export type ForeseenResult = {
  readonly matchId: number
  readonly becomes: CurrentResult | undefined
  readonly schedule: MatchSchedule | undefined
}

/**
 * What the settlement of a match by this result would do, chunk by chunk as `settleMatch` makes it. `mayContinue` is asked after each chunk with the
 * effect so far.
 */
export async function effectOfResult(
  deps: EffectDeps,
  tx: Tx,
  { matchId, becomes, schedule }: ForeseenResult,
  mayContinue: (effect: Effect) => boolean = () => true,
): Promise<Effect> {
  const of = becomes ? await store.legsOn(tx, matchId) : 0
  const effect = await openEffect(deps, tx, { of })
  let after = 0n
  for (let isLast = !becomes; becomes && !isLast;) {
    const range = await store.nextRange(tx, { matchId, after, most: deps.chunkLegs, schedule })
    if (!range) break
    const outcomes = outcomesOf(range.selections, becomes)
    const { lost, undecided } = await store.foreseeLegs(tx, { ...range, outcomes, schedule })
    const bets = await store.betsToSettle(tx, {
      ...range,
      betIds: undecided.map(({ betId }) => betId),
      foreseen: { matchId, states: undecided.map(({ state }) => state) },
    })
    await effect.add(await settlementsOf(deps, tx, bets), lost)
    const decided = bets.filter(({ states }) => !states.includes('open'))
    const settled = new Set(decided.map(({ betId }) => betId))
    const favoured = undecided.filter(({ betId, state }) => state !== 'lost' && state !== 'open' && !settled.has(betId))
    effect.addOpen(await store.mayPay(tx, { ...range, betIds: favoured.map(({ betId }) => betId) }))
    effect.count(range.legs)
    after = range.last
    isLast = range.legs < deps.chunkLegs || !mayContinue(effect)
  }
  return effect
}
