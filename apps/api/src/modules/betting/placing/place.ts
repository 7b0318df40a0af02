import { refused } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import type { Catalog, LineName } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'
import {
  databaseMsMax,
  placeTickets,
  type BetIds,
  type LiveDelay,
  type Reservation,
  type TicketEvents,
} from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { decide, loweredRules, type Batch, type PickError, type Placement, type PlaceRules } from './decide.ts'
import { exposureOf, outcomeKey, outcomesOf } from './exposure.ts'
import * as store from './place-store.ts'
import { linesOf, offerKey, type Offered, type Slip } from './slip.ts'

/**
 * Locks matches against changes of their offers until the transaction ends, and reads the offers. Without `lockForBets`, `offers` also
 * acquires the locks.
 */
export type Offers = Partial<Pick<Catalog, 'lockForBets'>> & {
  readonly offers: (tx: Tx, lines: readonly LineName[]) => Promise<readonly Offered[]>
}

export type PlaceDeps = {
  readonly db: Db
  /** The product of these bets: their stakes go to its house account. */
  readonly product: Product
  /** The matches and prices that the bets are placed on. */
  readonly offers: Offers
  readonly ledger: Ledger
  /** The rules of a batch, read once for each attempt. */
  readonly rules: () => PlaceRules | Promise<PlaceRules>
  readonly ids: BetIds
  /** The signing keys of those sessions that an operator has revoked, read in the transaction that places the bet. */
  readonly revokedSessions: (
    tx: Tx,
    sessions: readonly { bettor: bigint; signingKey: string }[],
  ) => Promise<Set<string>>
  readonly events: Pick<TicketEvents, 'transaction'>
  /** Inserts these bets with their legs; by default into `betting.leg`. It must start all its statements before it awaits one. */
  readonly insertBets?: (tx: Tx, bets: readonly store.NewBet[]) => Promise<void>
  /** The error of a pick that cannot be on a slip of this product, as a sentence for the bettor; undefined for a valid pick. */
  readonly pickError?: PickError
}

/** Thrown when another batch has used up the remaining liability of outcomes in this batch. This batch then rolls back. */
class LiabilityUsedUp extends Error {
  readonly outcomes: readonly string[]
  constructor(outcomes: readonly string[]) {
    super('a concurrent batch used up the liability of an outcome')
    this.outcomes = outcomes
  }
}

/**
 * Places a batch of slips in one transaction. Lock order: matches (shared, advisory) → cash accounts (by id) → exposure.
 * Prices are read after the match locks. Command ids and exclusions are read after the account locks. So no decision uses data that was
 * read before a wait for a lock. A repeated id is answered before any other check. A refused slip does not affect the others of its batch.
 * When another batch uses up the liability of an outcome between the read and the write of this batch, this batch rolls back and is
 * decided again. After four such conflicts on an outcome, the slips on it are refused as overloaded.
 */
export async function placeBets(deps: PlaceDeps, slips: readonly Slip[]): Promise<Placement[]> {
  const nowMs = monotonicMs()
  const inTime = slips.filter((slip) => slip.untilMs > nowMs)
  const placements = inTime.length > 0 ? await placeInTime(deps, inTime) : []
  const bySlip = new Map(inTime.map((slip, index) => [slip, placements[index]]))
  return slips.map((slip) => bySlip.get(slip) ?? overloaded)
}

const overloaded: Placement = { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }

async function placeInTime(deps: PlaceDeps, slips: readonly Slip[]): Promise<Placement[]> {
  const untilMs = Math.min(monotonicMs() + databaseMsMax, ...slips.map((slip) => slip.untilMs))
  const ids = await deps.ids.reserve(slips.length)
  const conflicts = new Map<string, number>()
  for (;;) {
    try {
      const attempt = { slips, ids, conflicts, rules: await deps.rules() }
      const placements = await transact(deps.db, (tx) => placeAll(deps, tx, attempt), { untilMs })
      const used = new Set(placements.map(idOf))
      deps.ids.release(ids.filter((id) => !used.has(id)))
      return placements
    } catch (error) {
      if (!(error instanceof LiabilityUsedUp)) throw error
      for (const key of error.outcomes) conflicts.set(key, (conflicts.get(key) ?? 0) + 1)
    }
  }
}

/** The reserved bet id that a placement used. */
function idOf(placement: Placement): bigint | undefined {
  if (placement.kind === 'placed') return placement.bet.betId
  return placement.kind === 'reserved' ? placement.reservation.betId : undefined
}

type Attempt = {
  readonly slips: readonly Slip[]
  /** One for each slip. */
  readonly ids: readonly bigint[]
  /** The number of conflicts so far, by outcome. */
  readonly conflicts: ReadonlyMap<string, number>
  /** All slips of the batch are judged by these. */
  readonly rules: PlaceRules
}

async function placeAll(deps: PlaceDeps, tx: Tx, { slips, ids, conflicts, rules }: Attempt): Promise<Placement[]> {
  deps.events.transaction()
  const { product, pickError, insertBets = store.insertBets } = deps
  const picks = slips.flatMap((slip) => slip.picks)
  const matchIds = picks.filter((pick) => pick.line !== undefined).map((pick) => pick.matchId)
  // A lower liability cannot reach the maximum, even if every slip of the batch is on this outcome.
  const liabilityThreshold = rules.liabilityMax - BigInt(slips.length) * rules.limits.maxPayout
  const delayed = slips.filter((slip) => slip.interruptionsBefore)
  const batch: Batch = { product, rules, pickError, offers: new Map(), liability: new Map(), conflicts }
  /** The lowest maximum of the outcomes that a bettor with a lowered share has bet on. */
  const lowered = new Map<string, bigint>()
  let revoked: ReadonlySet<string> = new Set()
  let reservations: readonly Reservation[] = []
  const placements = await placeTickets<Slip, store.NewBet, LiveDelay>(deps, tx, {
    commands: slips,
    ids,
    async prepare() {
      const [, offers] = await Promise.all([
        deps.offers.lockForBets?.(tx, matchIds),
        deps.offers.offers(tx, linesOf(picks)),
      ])
      for (const offer of offers) batch.offers.set(offerKey(offer.matchId, offer.marketId, offer.line), offer)
    },
    async read() {
      const [{ bets, risks, reserved }, revokedNow] = await Promise.all([
        store.readPlacementState(tx, { commands: slips, outcomes: outcomesOf(picks), above: liabilityThreshold }),
        delayed.length > 0 ? deps.revokedSessions(tx, delayed) : revoked,
      ])
      for (const risk of risks) batch.liability.set(outcomeKey(risk), risk.liability)
      revoked = revokedNow
      reservations = reserved
      return bets
    },
    // A lowered maximum can be reached by a liability below the threshold.
    async readForLowered(of) {
      for (const risk of await store.liabilitiesOf(of, outcomesOf(picks)))
        batch.liability.set(outcomeKey(risk), risk.liability)
    },
    delay: { seconds: rules.liveDelayS, reserved: () => reservations },
    // Logging out or changing the password does not cancel a delayed slip. Otherwise a bettor who sees the match before the feed does
    // could cancel a losing bet for free. Only an operator's revocation refuses it.
    reject: (slip) =>
      slip.interruptionsBefore && revoked.has(slip.signingKey) ? refused('session_expired') : undefined,
    decide(slip, by) {
      const decision = decide(batch, slip, by)
      if (decision.kind === 'placed' && by.stakePercent !== 100)
        for (const key of slip.picks.map(outcomeKey))
          lowered.set(key, loweredRules(rules, by.stakePercent).liabilityMax)
      return decision
    },
    // The exposure of popular outcomes is locked last and so for the shortest time.
    async write(_tx, bets) {
      const above = [...lowered.values()].reduce((least, max) => (max < least ? max : least), rules.liabilityMax)
      const [, risks] = await Promise.all([insertBets(tx, bets), store.addExposure(tx, exposureOf(bets), above)])
      const over = risks.filter((risk) => {
        const max = lowered.get(outcomeKey(risk))
        // Other bettors of this batch may exceed a lowered maximum; a concurrent batch has read too little.
        const isRaced =
          max !== undefined && risk.liability > max && risk.liability !== batch.liability.get(outcomeKey(risk))
        return isRaced || risk.liability > rules.liabilityMax
      })
      if (over.length > 0) throw new LiabilityUsedUp(over.map(outcomeKey))
    },
  })
  return placements.map((one) => (one.kind === 'reserved' ? { ...one, delayS: rules.liveDelayS } : one))
}
