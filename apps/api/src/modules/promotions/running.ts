import { consumeSettled, unreadSince, type SettledTicket } from '#modules/betting/betting'
import { kindsWhere, type Ledger, type PostedTransfer } from '#modules/ledger/ledger'
import { promotable, unpromotable } from '#modules/protection/protection'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Log } from '#platform/log'
import { earningsOf, type PlaceEvent } from './earnings.ts'
import * as places from './place-store.ts'
import { dueDays, earnedByBet, earnedByDeposit } from './rules.ts'
import { promotionOf, type Promotion } from './store.ts'

/** The name of the reader of both feeds. */
const readerName = 'promotions'
/** Batches of a feed in one run. */
const batchesMax = 20
const givenMax = 500
/** A reward that a bettor may not have now waits so long for another try. */
const retryS = 600
/** A place lapses so long after its time: what counts for it was read by then. */
const lapseAfterS = 600
const lapsedAtOnce = 500

export type RunningDeps = {
  readonly db: Db
  readonly money: Db
  readonly log: Log
  readonly ledger: Pick<Ledger, 'lockCash' | 'consume'>
  /** Gives bonus money, once for each id; 'too_many' for a bettor who has as many active grants as there may be. */
  readonly grant: (
    tx: Tx,
    grant: { id: string; bettor: bigint; amount: bigint; promotion: Promotion },
  ) => Promise<'granted' | 'too_many'>
  /** Gives points, once for each id. */
  readonly award: (
    tx: Tx,
    award: { id: string; bettor: bigint; points: bigint; promotion: Promotion },
  ) => Promise<unknown>
  /** The points that a settled ticket earns without promotions. */
  readonly pointsOf: (ticket: SettledTicket) => bigint
  /** Called after the commit that gave a bettor something. */
  readonly given: (bettor: bigint) => void
}

/** Follows deposits and settled bets, decides what they earn those who joined, and gives it. */
export function openRunning({ db, money, log, ledger, grant, award, pointsOf, given }: RunningDeps) {
  /** Reads deposits: the first one that qualifies earns a place its reward. Answers whether all are read. */
  async function readDeposits(): Promise<boolean> {
    for (let batch = 0; batch < batchesMax; batch++) {
      const read = await ledger.consume({ name: readerName, kinds: depositKinds }, (tx, transfers) =>
        earn(tx, 'deposit', transfers.flatMap(depositOf)),
      )
      if (read.busy) return false
      if (!read.more) return true
    }
    return false
  }

  async function readBets(): Promise<boolean> {
    for (let batch = 0; batch < batchesMax; batch++) {
      const { more } = await consumeSettled(db, { name: readerName, concerns: ofJoined }, (tx, tickets) =>
        earn(tx, 'bet', tickets.map(betOf)),
      )
      if (!more) return true
    }
    return false
  }

  /** A system has no price of its own: that of its lowest leg counts. */
  const betOf = (ticket: SettledTicket): PlaceEvent => {
    const facts = { ...ticket, totalOdds: ticket.totalOdds ?? ticket.lowestLegOdds }
    return {
      bettor: ticket.bettor,
      cause: `bet/${ticket.betId}`,
      begunAt: ticket.placedAt,
      at: ticket.settledAt,
      earned: (rule, before, may) => earnedByBet(rule, { ...facts, basePoints: may ? pointsOf(ticket) : 0n }, before),
    }
  }

  /** Gives the next reward that is due; one that fails is tried again later. False if none is due. */
  async function giveNext(place?: { promotion: bigint; bettor: bigint }): Promise<boolean> {
    let failing: bigint | undefined
    try {
      const outcome = await transact(money, async (tx) => {
        const due = await places.lockDueReward(tx, { dueDays, place })
        if (!due) return undefined
        failing = due.id
        return { given: await giveLocked(tx, due), bettor: due.bettor }
      })
      if (outcome?.given) given(outcome.bettor)
      return outcome !== undefined
    } catch (error) {
      if (failing === undefined) throw error
      const id = failing
      log.error({ err: error, reward: id.toString() }, 'a reward of a promotion could not be given')
      await transact(money, (tx) => places.postpone(tx, { id, seconds: retryS }))
      return true
    }
  }

  /** Gives a locked reward under the lock of the bettor's cash. One that the bettor may not have now waits, or lapses in the end. */
  async function giveLocked(tx: Tx, due: places.DueReward): Promise<boolean> {
    const { bettor } = due
    await ledger.lockCash(tx, [bettor])
    const later = async (): Promise<false> => {
      if (due.lapses) await places.endReward(tx, due, 'lapsed')
      else await places.postpone(tx, { id: due.id, seconds: retryS })
      return false
    }
    if ((await unpromotable(tx, [bettor])).has(bettor)) return later()
    const promotion = await promotionOf(tx, due.promotion)
    invariant(promotion, `promotion ${due.promotion} has a reward and no row`)
    const id = `promotion/${due.promotion}/${bettor}/${due.cause}`
    if (promotion.kind === 'points') await award(tx, { id, bettor, points: due.amount, promotion })
    else if ((await grant(tx, { id, bettor, amount: due.amount, promotion })) === 'too_many') return later()
    await places.endReward(tx, due, 'given')
    return true
  }

  async function giveDue(): Promise<void> {
    for (let n = 0; n < givenMax; n++) if (!(await giveNext())) return
  }

  /** Ends places whose time is over, once everything that counts for them was read; what was kept for them is free for others. */
  async function lapse(): Promise<void> {
    const unread = await unreadSince(db, readerName)
    await transact(db, (tx) => places.lapsePlaces(tx, { unread, afterS: lapseAfterS, most: lapsedAtOnce }))
  }

  /** Runs one part; false if it answers that it is not through. A failure is logged, so that it does not keep the others from running. */
  async function tried(part: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      return (await work()) !== false
    } catch (error) {
      log.error({ err: error, part }, 'a part of the promotions failed')
      return false
    }
  }

  return {
    /** One round: reads deposits and bets, gives what is due, and ends places whose time is over. */
    async run(): Promise<void> {
      const read = [await tried('deposits', readDeposits), await tried('bets', readBets)]
      await tried('rewards', giveDue)
      if (read.every(Boolean)) await tried('places', lapse)
    },

    /** Gives what a place earned, without waiting for the next round. */
    giveTo: (place: { promotion: bigint; bettor: bigint }): Promise<boolean> => giveNext(place),
  }
}

/** Decides what these events earn, and writes it. */
async function earn(tx: Tx, trigger: 'deposit' | 'bet', events: readonly PlaceEvent[]): Promise<void> {
  const bettors = [...new Set(events.map(({ bettor }) => bettor))]
  if (bettors.length === 0) return
  const open = await places.lockOpenPlaces(tx, { bettors, trigger })
  if (open.length === 0) return
  const causes = events.map(({ cause }) => cause)
  const earnings = earningsOf(open, events, {
    rewarded: await places.rewardedCauses(tx, bettors, causes),
    promotable: await promotable(tx, [...new Set(open.map(({ bettor }) => bettor))]),
  })
  if (earnings.changes.length > 0) await places.writeEarned(tx, earnings)
}

/** Those of these settlements whose bettors have joined a promotion that bets earn. */
async function ofJoined<T extends { readonly bettor: bigint }>(
  tx: Tx,
  settlements: readonly T[],
): Promise<readonly T[]> {
  const bettors = [...new Set(settlements.map(({ bettor }) => bettor))]
  const joined = await places.joinedBettors(tx, { bettors, trigger: 'bet' })
  return settlements.filter(({ bettor }) => joined.has(bettor))
}

const depositKinds = kindsWhere(({ counts }) => counts === 'deposited')

/** A deposit with its amount before tax: all that it debits from the provider's account. */
function depositOf({ no, at, entries }: PostedTransfer): PlaceEvent[] {
  const bettor = entries.find(({ owner }) => owner !== null)?.owner
  if (bettor === undefined || bettor === null) return []
  const gross = entries.reduce((sum, { owner, amount }) => (owner === null && amount < 0n ? sum - amount : sum), 0n)
  const earned: PlaceEvent['earned'] = (rule) => earnedByDeposit(rule, gross)
  return [{ bettor, cause: `deposit/${no}`, begunAt: at, at, earned }]
}
