import { refused } from '@nare/contract/outcome'
import { money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import type { StakeTransfer, Ledger } from '#modules/ledger/ledger'
import { stakeGate } from '#modules/protection/protection'
import { monotonicMs } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { BetIds } from './bet-ids.ts'
import { decide, type Batch, type Placement, type PlaceRules } from './decide.ts'
import { exposureOf, outcomeKey, outcomesOf } from './exposure.ts'
import * as store from './place-store.ts'
import { linesOf, offerKey, type Slip } from './slip.ts'

export type PlaceDeps = {
  readonly db: Db
  readonly catalog: Catalog
  readonly ledger: Ledger
  readonly rules: PlaceRules
  readonly ids: BetIds
  /** The signing keys of those sessions that are active now, read in the transaction that debits the stake. */
  readonly liveSessions: (tx: Tx, sessions: readonly { bettor: bigint; signingKey: string }[]) => Promise<Set<string>>
  readonly count: (event: string) => void
}

/** Thrown when a concurrent batch has used up the liability left on outcomes of this one: the batch rolls back. */
class OverExposed extends Error {
  readonly outcomes: readonly string[]
  constructor(outcomes: readonly string[]) {
    super('a concurrent batch used up the liability of an outcome')
    this.outcomes = outcomes
  }
}

/**
 * Places a batch of slips in one transaction. Lock order: matches (shared, advisory) → cash accounts (by id) → exposure.
 * Prices are read after the matches' locks, and command ids and exclusions after the payers', so that no decision uses state
 * read before a wait. A repeated id is answered before any other check. A refused slip does not affect the others of its batch.
 * When another batch uses up the liability of an outcome between this one's read and its write, the batch rolls back and is
 * decided again; after four such conflicts on an outcome, the slips on it are refused as overloaded.
 */
export async function placeBets(deps: PlaceDeps, slips: readonly Slip[]): Promise<Placement[]> {
  const nowMs = monotonicMs()
  const inTime = slips.filter((slip) => slip.untilMs > nowMs)
  const placements = inTime.length > 0 ? await placeInTime(deps, inTime) : []
  const bySlip = new Map(inTime.map((slip, index) => [slip, placements[index]]))
  return slips.map((slip) => bySlip.get(slip) ?? busy)
}

const busy: Placement = { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }

async function placeInTime(deps: PlaceDeps, slips: readonly Slip[]): Promise<Placement[]> {
  const untilMs = Math.min(...slips.map((slip) => slip.untilMs))
  const ids = await deps.ids.reserve(slips.length)
  const contested = new Map<string, number>()
  for (;;) {
    try {
      const attempt = { slips, ids, contested }
      const placements = await transact(deps.db, (tx) => placeAll(deps, tx, attempt), { untilMs })
      const used = new Set(placements.map((one) => (one.kind === 'placed' ? one.bet.betId : 0n)))
      deps.ids.release(ids.filter((id) => !used.has(id)))
      return placements
    } catch (error) {
      if (!(error instanceof OverExposed)) throw error
      for (const key of error.outcomes) contested.set(key, (contested.get(key) ?? 0) + 1)
    }
  }
}

type Attempt = {
  readonly slips: readonly Slip[]
  /** One for each slip. */
  readonly ids: readonly bigint[]
  /** The number of conflicts so far, by outcome. */
  readonly contested: ReadonlyMap<string, number>
}

async function placeAll(deps: PlaceDeps, tx: Tx, { slips, ids, contested }: Attempt): Promise<Placement[]> {
  deps.count('bet_transaction')
  const picks = slips.flatMap((slip) => slip.picks)
  const { rules } = deps
  const above = rules.liabilityMost - BigInt(slips.length) * rules.limits.maxPayout
  const delayed = slips.filter((slip) => slip.interruptionsBefore)
  const matches = picks.filter((pick) => pick.line !== undefined).map((pick) => pick.matchId)
  // Started in lock order and sent in one round trip: each statement runs after the one before it and sees what is committed by then.
  const [, found, cash, before, active, gate] = await Promise.all([
    deps.catalog.lockForBets(tx, matches),
    deps.catalog.offers(tx, linesOf(picks)),
    deps.ledger.lockCash(tx, [...new Set(slips.map((slip) => slip.bettor))]),
    store.readPlacementState(tx, { commands: slips, outcomes: outcomesOf(picks), above }),
    delayed.length > 0 ? deps.liveSessions(tx, delayed) : undefined,
    stakeGate(
      tx,
      slips.map(({ bettor, verified, stake }) => ({ bettor, verified, amount: stake })),
    ),
  ])
  const offers = new Map(found.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
  const atRisk = new Map(before.risks.map((risk) => [outcomeKey(risk), risk.liability]))
  const batch: Batch = { rules, offers, cash, now: gate.now, bets: [], spent: new Map(), atRisk, contested }
  const placements = slips.map((slip, index): Placement => {
    if (slip.interruptionsBefore && !active?.has(slip.signingKey))
      return { kind: 'refused', refusal: refused('session_expired') }
    const earlier = before.bets.get(keyOf(slip))
    if (earlier) return repeated(slip, earlier)
    const betId = ids[index]
    invariant(betId !== undefined, 'a slip has no bet id')
    const placement = decide(batch, slip, { betId, gated: gate.refusals[index] })
    if (placement.kind === 'placed') before.bets.set(keyOf(slip), { betId: placement.bet.betId, hash: slip.hash })
    return placement
  })
  await write(deps, tx, batch)
  return placements
}

const keyOf = (slip: Slip): string => `${slip.bettor}:${slip.id}`

function repeated(slip: Slip, earlier: store.EarlierBet): Placement {
  if (earlier.hash === slip.hash) return { kind: 'repeated', betId: earlier.betId }
  return { kind: 'refused', refusal: refused('id_reused') }
}

async function write(deps: PlaceDeps, tx: Tx, { bets, cash }: Batch): Promise<void> {
  if (bets.length === 0) return
  const to = deps.ledger.house('house:sports')
  const stakes = bets.map((bet): StakeTransfer => {
    const from = cash.get(bet.bettor)
    invariant(from, `bettor ${bet.bettor} has no cash account`)
    return {
      id: `bet/${bet.betId}/stake`,
      kind: 'stake',
      about: `bet/${bet.betId}`,
      from,
      to,
      amount: money(bet.stake),
    }
  })
  // One round trip as well; the exposure of popular outcomes is locked last and so for the shortest time.
  const [, , over] = await Promise.all([
    deps.ledger.postStakes(tx, stakes),
    store.insertBets(tx, bets),
    store.addExposure(tx, exposureOf(bets), deps.rules.liabilityMost),
  ])
  if (over.length > 0) throw new OverExposed(over.map(outcomeKey))
}
