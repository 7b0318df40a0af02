import { refused } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import type { Catalog, LineName } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'
import { monotonicMs } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import type { BetIds } from './bet-ids.ts'
import { decide, type Batch, type ForeignPick, type Placement, type PlaceRules } from './decide.ts'
import type { BettingEvents } from './events.ts'
import { exposureOf, outcomeKey, outcomesOf } from './exposure.ts'
import * as store from './place-store.ts'
import type { Reservation } from './reservations.ts'
import { linesOf, offerKey, type Offered, type Slip } from './slip.ts'
import { placeTickets, type LiveDelay } from './tickets.ts'

/**
 * Locks matches against changes of their offers until the transaction ends, and reads the offers. Without `lockForBets`, `offers`
 * acquires the locks too.
 */
export type Offers = Partial<Pick<Catalog, 'lockForBets'>> & {
  readonly offers: (tx: Tx, lines: readonly LineName[]) => Promise<readonly Offered[]>
}

export type PlaceDeps = {
  readonly db: Db
  /** The product of these bets: their stakes go to its house account. */
  readonly product: Product
  /** The matches and prices that they are placed on. */
  readonly offers: Offers
  readonly ledger: Ledger
  readonly rules: PlaceRules
  readonly ids: BetIds
  /** The signing keys of those sessions that were revoked, read in the transaction that debits the stake. */
  readonly revokedSessions: (
    tx: Tx,
    sessions: readonly { bettor: bigint; signingKey: string }[],
  ) => Promise<Set<string>>
  readonly events: Pick<BettingEvents, 'transaction'>
  readonly liveDelayS: number
  /** Inserts these bets with their legs; it must start its statements before it awaits one. By default into `betting.leg`. */
  readonly insertBets?: (tx: Tx, bets: readonly store.NewBet[]) => Promise<void>
  /** Why a pick cannot be on a slip of this product, as a sentence for the bettor; undefined if it can. */
  readonly foreign?: ForeignPick
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
      const used = new Set(placements.map(idOf))
      deps.ids.release(ids.filter((id) => !used.has(id)))
      return placements
    } catch (error) {
      if (!(error instanceof OverExposed)) throw error
      for (const key of error.outcomes) contested.set(key, (contested.get(key) ?? 0) + 1)
    }
  }
}

/** The bet id that a placement keeps. */
function idOf(placement: Placement): bigint | undefined {
  if (placement.kind === 'placed') return placement.bet.betId
  return placement.kind === 'reserved' ? placement.reservation.betId : undefined
}

type Attempt = {
  readonly slips: readonly Slip[]
  /** One for each slip. */
  readonly ids: readonly bigint[]
  /** The number of conflicts so far, by outcome. */
  readonly contested: ReadonlyMap<string, number>
}

async function placeAll(deps: PlaceDeps, tx: Tx, { slips, ids, contested }: Attempt): Promise<Placement[]> {
  deps.events.transaction()
  const { rules, product, foreign, insertBets = store.insertBets } = deps
  const picks = slips.flatMap((slip) => slip.picks)
  const matchIds = picks.filter((pick) => pick.line !== undefined).map((pick) => pick.matchId)
  const above = rules.liabilityMax - BigInt(slips.length) * rules.limits.maxPayout
  const delayed = slips.filter((slip) => slip.interruptionsBefore)
  const batch: Batch = { product, rules, foreign, offers: new Map(), atRisk: new Map(), contested }
  let revoked: ReadonlySet<string> = new Set()
  let reservations: readonly Reservation[] = []
  return placeTickets<Slip, store.NewBet, LiveDelay>(deps, tx, {
    commands: slips,
    ids,
    async prepare() {
      const [, found] = await Promise.all([
        deps.offers.lockForBets?.(tx, matchIds),
        deps.offers.offers(tx, linesOf(picks)),
      ])
      for (const offer of found) batch.offers.set(offerKey(offer.matchId, offer.marketId, offer.line), offer)
    },
    async read() {
      const [{ bets, risks, reserved }, revokedNow] = await Promise.all([
        store.readPlacementState(tx, { commands: slips, outcomes: outcomesOf(picks), above }),
        delayed.length > 0 ? deps.revokedSessions(tx, delayed) : revoked,
      ])
      for (const risk of risks) batch.atRisk.set(outcomeKey(risk), risk.liability)
      revoked = revokedNow
      reservations = reserved
      return bets
    },
    delay: { seconds: deps.liveDelayS, reserved: () => reservations },
    // A log-out or a new password does not call a slip back: it would be a free cancel for a bettor who knows more than the feed.
    reject: (slip) =>
      slip.interruptionsBefore && revoked.has(slip.signingKey) ? refused('session_expired') : undefined,
    decide: (slip, by) => decide(batch, slip, by),
    // The exposure of popular outcomes is locked last and so for the shortest time.
    async write(_tx, bets) {
      const [, over] = await Promise.all([
        insertBets(tx, bets),
        store.addExposure(tx, exposureOf(bets), rules.liabilityMax),
      ])
      if (over.length > 0) throw new OverExposed(over.map(outcomeKey))
    },
  })
}
