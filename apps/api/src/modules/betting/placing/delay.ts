import { refused } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import type { Ledger } from '#modules/ledger/ledger'
import type { Placing, RefusedTicket, TicketPlacement } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import type { Live } from '#platform/live'
import type { ReferralRules } from '../settings.ts'
import { openDelayLimits } from './delays.ts'
import type { NewBet } from './place-store.ts'
import { refer, referredBefore, type Asked, type Referred, type WaitingCounts } from './referral.ts'
import { countWaiting, insertReferrals, placeReferrals, type NewReferral } from './referral-store.ts'
import { replacementId } from './replacement-ids.ts'
import * as store from './reservations.ts'
import type { Slip } from './slip.ts'

/** The delay of live bets. */
export type LiveDelay = {
  /** Waits for this many milliseconds, in real time. */
  readonly wait: (ms: number) => Promise<void>
  /** The signing keys of those sessions that an operator has revoked, read in the transaction that places the bet. */
  readonly revokedSessions: (
    tx: Tx,
    sessions: readonly { bettor: bigint; signingKey: string }[],
  ) => Promise<ReadonlySet<string>>
  readonly background: Background
}

/** The reservation of a slip, as its batch writes it; `createdHere` is false if the same command, sent on another connection, created it. It waits for `delayS` seconds. */
export type Reserved = store.Reservation & { readonly createdHere: boolean; readonly delayS: number }
/** A bet, the reserved stake of a live bet before its delay, or a slip that a trader decides. */
export type Entry = NewBet | Reserved | Referred
export const isReserved = (entry: Entry): entry is Reserved => 'createdHere' in entry
export const isReferred = (entry: Entry): entry is Referred => 'referral' in entry
export const isBet = (entry: Entry): entry is NewBet => !isReserved(entry) && !isReferred(entry)

/**
 * The steps between the two decisions on a slip: the reservation of a slip that is decided again, and how a slip before that is reserved for the
 * delay or referred to a trader.
 */
export type DelayStep<R> = {
  readonly reservation: store.Reservation | undefined
  readonly reserve: (interruptions: ReadonlyMap<number, number>) => Placing<R>
  readonly refer: (asked: Asked) => Placing<R> | RefusedTicket
  /** For a slip that replaces a bet: its stake is never reserved, and it is decided again too if that bet is in play. */
  readonly edit?: { readonly inPlay: boolean }
}

export type DelayFacts = {
  readonly reservations: store.Reservations
  readonly revoked: ReadonlySet<string>
  /** The reservations of the bets that are placed. */
  readonly ended: bigint[]
  /** Those of them that a trader had accepted. */
  readonly endedReferrals: bigint[]
  readonly waiting: WaitingCounts
  /** How long a bet that this batch reserves waits at least, in seconds; a match may have a longer delay. */
  readonly delayS: number
}

/** Reads what the delay needs for the decisions on these slips. */
export async function readDelay(
  delay: LiveDelay,
  tx: Tx,
  slips: readonly Slip[],
  { liveDelayS: delayS, referral }: { liveDelayS: number; referral?: Pick<ReferralRules, 'on'> | undefined },
): Promise<DelayFacts> {
  const delayed = slips.filter(({ reservation }) => reservation !== undefined)
  const bettors = slips.map(({ bettor }) => bettor)
  const [reservations, revoked, waiting] = await Promise.all([
    store.readReservations(tx, slips),
    delayed.length > 0 ? delay.revokedSessions(tx, delayed) : new Set<string>(),
    referral?.on ? countWaiting(tx, bettors) : { total: 0, own: new Map<bigint, number>() },
  ])
  return { reservations, revoked, waiting, ended: [], endedReferrals: [], delayS }
}

/** What decides one slip beside its facts. `delayS`: how long it waits if it is live, in seconds. */
type Deciding = { readonly product: Product; readonly betId: bigint; readonly now: Date; readonly delayS: number }

/**
 * Decides a slip of a product with a delay. A live bet is reserved first. After its delay it is decided again and placed with the reserved stake.
 * The same command, sent again before that, waits on the same reservation.
 * Logging out or changing the password does not cancel a delayed slip. Otherwise a bettor who sees the match before the feed does
 * could cancel a losing bet for free. Only an operator's revocation refuses it.
 */
export function decideWithDelay(
  { reservations, revoked, ended, endedReferrals, waiting }: DelayFacts,
  slip: Slip,
  { product, betId, now, delayS }: Deciding,
  decide: (delay: DelayStep<Reserved | Referred>) => Placing<Entry> | RefusedTicket,
): Placing<Entry> | RefusedTicket {
  const { bettor, id: clientId, hash, stake } = slip
  const reservation = reservations.of(slip)
  const isAfterDelay = slip.reservation !== undefined
  if (isAfterDelay && revoked.has(slip.signingKey)) return { kind: 'refused', refusal: refused('session_expired') }
  if (isAfterDelay && !reservation) return { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }
  const earlier = isAfterDelay ? undefined : reservations.referralOf(slip)
  if (earlier && earlier.state !== 'placed') return referredBefore(slip, product, earlier)
  if (reservation && !isAfterDelay)
    return { kind: 'placed', bet: { ...reservation, createdHere: false, delayS }, isPaid: true, isProvisional: true }
  const decision = decide({
    reservation,
    reserve(interruptions) {
      const created = { betId, product, bettor, clientId, hash, stake, bonusStake: 0n, interruptions }
      reservations.add(created)
      return { kind: 'placed', bet: { ...created, createdHere: true, delayS }, isProvisional: true }
    },
    refer(asked) {
      const referred = refer(slip, asked, { betId, product, now, waiting })
      if (referred.kind === 'placed') reservations.addReferral(slip, referred.bet.referral)
      return referred
    },
  })
  if (!reservation || decision.kind === 'refused') return decision
  ended.push(reservation.betId)
  if (slip.isReferred) endedReferrals.push(reservation.betId)
  return { ...decision, bet: { ...decision.bet, bonusStake: reservation.bonusStake }, isPaid: true }
}

/** Writes the reservations and referrals that a batch creates, and ends those of the bets that it places. */
export async function writeDelay(
  { ended, endedReferrals }: DelayFacts,
  tx: Tx,
  entries: readonly Entry[],
): Promise<void> {
  const created = entries.filter(isReserved).filter(({ createdHere }) => createdHere)
  const delayS = Math.max(0, ...created.map((one) => one.delayS))
  const referred = entries
    .filter(isReferred)
    .flatMap(({ created: made, product, bonusStake = 0n }) => (made ? [{ ...made, product, bonusStake }] : []))
  await Promise.all([
    store.insertReservations(tx, created, { delayS }),
    store.insertReservations(tx, referred.map(reservationOf), { delayS: Infinity }),
    insertReferrals(tx, referred),
    store.deleteReservations(tx, ended),
    placeReferrals(tx, endedReferrals),
  ])
}

const reservationOf = ({ slip, ...row }: NewReferral & { readonly product: Product }): store.Reservation => ({
  ...row,
  interruptions: new Map(store.countsOf(slip.interruptions)),
})

type Deps = {
  readonly moneyDb: Db
  readonly ledger: Ledger
  readonly live: Live
  readonly delay: LiveDelay
  readonly place: (slip: Slip) => Promise<TicketPlacement<Entry>>
}

/** The placement of a slip, and the slip with the command id that was used in the end. */
export type DelayedPlacement = { readonly placement: TicketPlacement<Entry>; readonly placedSlip: Slip }

/** Opens the wait of live bets between their two decisions. */
export function openLiveDelay({ moneyDb, ledger, live, delay, place }: Deps) {
  const withinDelayLimits = openDelayLimits()

  /** Places a slip after its delay. If its bettor has meanwhile used the slip's id for another bet, uses a replacement id. */
  async function placeUnderAnyId(slip: Slip): Promise<DelayedPlacement> {
    const placement = await place(slip)
    if (placement.kind !== 'refused' || placement.refusal.code !== 'id_reused') return { placement, placedSlip: slip }
    const replaced = { ...slip, id: await replacementId(moneyDb, slip) }
    return { placement: await place(replaced), placedSlip: replaced }
  }

  async function release({ bettor, betId }: Pick<store.Reservation, 'bettor' | 'betId'>): Promise<void> {
    const released = await transact(moneyDb, (tx) => store.releaseReservations({ ledger }, tx, [betId]))
    if (released.length > 0) void ledger.publishBalances(live, [bettor])
  }

  return {
    /** Places a slip that a trader has accepted, with its reserved stake. */
    placeReferred: placeUnderAnyId,
    /**
     * Places a slip. A live bet waits for its delay with its stake reserved, and is then decided; a refusal releases the stake.
     *
     * A slip that is sent twice has one reservation. Example: the first request waits 5 s, the second is refused at once because too many
     * commands wait. Only the first created the reservation, so the second leaves the stake where it is and the bet is placed after 5 s.
     */
    async place(slip: Slip): Promise<DelayedPlacement> {
      const first = await place(slip)
      if (first.kind !== 'placed' || !isReserved(first.bet)) return { placement: first, placedSlip: slip }
      const { bet: reserved } = first
      let releasesStake = reserved.createdHere
      try {
        const delayed = await withinDelayLimits(slip.bettor, async () => {
          await delay.wait(reserved.delayS * 1000)
          return placeUnderAnyId({ ...slip, reservation: reserved.betId })
        })
        const { placement } = delayed
        if (placement.kind !== 'refused') releasesStake = false
        else if (placement.refusal.code !== 'overloaded') releasesStake = true
        return delayed
      } finally {
        // If this fails, a later run of `releaseOverdue` tries again.
        if (releasesStake) await delay.background.attempt(what, reserved.betId, () => release(reserved))
      }
    },

    /** Releases the reservations that are overdue because their process died. */
    releaseOverdue: () =>
      delay.background.workThroughDue({
        what,
        id: ({ betId }) => betId,
        next: ({ after, count }) => store.overdueReservations(moneyDb, { after: after?.betId, count }),
        work: release,
      }),
  }
}

const what = 'reserved stake'
