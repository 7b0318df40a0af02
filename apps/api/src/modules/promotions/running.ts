import { kindsWhere, type Ledger, type PostedTransfer } from '#modules/ledger/ledger'
import { promotable, unpromotable } from '#modules/protection/protection'
import { readSettled, type CountedTicket } from '#modules/risk/risk'
import { unreadSince } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { betEvents, decidedEvents } from './bet-events.ts'
import { earningsOf, type PlaceEvent } from './earnings.ts'
import * as places from './place-store.ts'
import { dueDays, earnedByDeposit } from './rules.ts'
import { promotionOf, type Promotion } from './store.ts'

/** The reader name in both feeds. */
const readerName = 'promotions'
const givenMax = 500
const waitingAtOnce = 200
/** Seconds until a reward that the bettor must not receive yet is tried again. */
const retryS = 600
/** Seconds from the end of a place to its lapse. By then the events that count for it have been read. */
const lapseAfterS = 600
const lapsedAtOnce = 500

export type RunningDeps = {
  readonly db: Db
  readonly moneyDb: Db
  readonly background: Background
  readonly ledger: Pick<Ledger, 'lockCash' | 'follow'>
  /** Gives bonus money, once for each id; 'too_many' for a bettor with the maximum number of active grants. */
  readonly grant: (
    tx: Tx,
    grant: { id: string; bettor: bigint; amount: bigint; givenFor: bigint | null; promotion: Promotion },
  ) => Promise<'granted' | 'too_many'>
  /** Gives points, once for each id. */
  readonly award: (
    tx: Tx,
    award: { id: string; bettor: bigint; points: bigint; promotion: Promotion },
  ) => Promise<unknown>
  /** The points that a settled ticket earns without promotions. */
  readonly pointsOf: (ticket: CountedTicket) => bigint
  /** Called after the commit of a reward. */
  readonly given: (bettor: bigint) => void
}

/** Reads deposits and settled bets, decides the rewards of bettors who joined, and pays them. */
export function openRunning({ db, moneyDb, background, ledger, grant, award, pointsOf, given }: RunningDeps) {
  /** Reads deposits: the first deposit that qualifies earns a place its reward. Returns whether all deposits are read. */
  const readDeposits = async (): Promise<boolean> =>
    (await ledger.follow({ name: readerName, kinds: depositKinds }, (tx, transfers) =>
      earn({ ledger }, tx, 'deposit', transfers.flatMap(depositOf)),
    )) === 'end'

  const readBets = (): Promise<boolean> =>
    readSettled(db, { name: readerName, concerns: ofJoined }, async (tx, tickets) =>
      earn({ ledger }, tx, 'bet', await betEvents(tx, tickets, pointsOf)),
    )

  /** Looks again at lost bets whose other legs were not decided: what an insurance gives depends on all of them. */
  async function readDecided(): Promise<void> {
    for (let more = true; more;)
      more = await transact(db, async (tx) => {
        const decided = await decidedEvents(tx, { most: waitingAtOnce, pointsOf })
        await earn({ ledger }, tx, 'bet', decided.events)
        return decided.more
      })
  }

  /** Pays the due rewards, of `place` if given. One that fails is postponed. Returns how many were handled. */
  async function giveDue(place?: { promotion: bigint; bettor: bigint }): Promise<number> {
    const { done } = await background.workThroughDue({
      what: 'reward of a promotion',
      id: ({ id }) => id,
      next: ({ count }) => places.dueRewards(moneyDb, { dueDays, place, most: count }),
      async work(due: places.DueReward) {
        const isGiven = await transact(
          moneyDb,
          async (tx) => (await places.lockDueReward(tx, due.id)) && giveLocked(tx, due),
        )
        if (isGiven) given(due.bettor)
      },
      failed: ({ id }) => transact(moneyDb, (tx) => places.postpone(tx, { id, seconds: retryS })),
      most: givenMax,
    })
    return done
  }

  /** Pays a locked reward under the lock of the bettor's cash. If the bettor must not receive it now, it is postponed or lapses. */
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
    else if ((await grant(tx, { id, bettor, amount: due.amount, givenFor: due.givenFor, promotion })) === 'too_many')
      return later()
    await places.endReward(tx, due, 'given')
    return true
  }

  /** Ends places whose time is over, after all events that count for them were read. Releases their reserved cost. */
  async function lapse(): Promise<void> {
    const unread = await unreadSince(db, readerName)
    await transact(db, (tx) => places.lapsePlaces(tx, { unread, afterS: lapseAfterS, most: lapsedAtOnce }))
  }

  /** Runs one part of the job. A failure is logged, so that the other parts run. */
  const part = (name: string, work: () => Promise<unknown>) =>
    background.attempt('part of the promotions job', name, work)

  return {
    /** Reads deposits and bets, pays due rewards, and ends places whose time is over. */
    async run(): Promise<void> {
      const read = { deposits: false, bets: false }
      await part('deposits', async () => (read.deposits = await readDeposits()))
      await part('bets', async () => (read.bets = await readBets()))
      await part('decided bets', readDecided)
      await part('rewards', () => giveDue())
      if (read.deposits && read.bets) await part('places', lapse)
    },

    /** Pays the due reward of a place without waiting for the next run. */
    giveTo: (place: { promotion: bigint; bettor: bigint }): Promise<number> => giveDue(place),
  }
}

/** Decides and writes the rewards of these events, under the locks of the cash of the bettors who joined and then of their places. */
async function earn(
  { ledger }: Pick<RunningDeps, 'ledger'>,
  tx: Tx,
  trigger: 'deposit' | 'bet',
  events: readonly PlaceEvent[],
): Promise<void> {
  const ids = [...new Set(events.map(({ bettor }) => bettor))]
  if (ids.length === 0) return
  const bettors = [...(await places.joinedBettors(tx, { bettors: ids, trigger }))]
  if (bettors.length === 0) return
  await ledger.lockCash(tx, bettors)
  const open = await places.lockOpenPlaces(tx, { bettors, trigger })
  if (open.length === 0) return
  const causes = events.map(({ cause }) => cause)
  const earnings = earningsOf(open, events, {
    rewarded: await places.rewardedCauses(tx, bettors, causes),
    promotable: await promotable(tx, [...new Set(open.map(({ bettor }) => bettor))]),
  })
  if (earnings.changes.length > 0) await places.writeEarned(tx, earnings)
}

/** The settlements of bettors who joined a promotion with rewards for bets. */
async function ofJoined<T extends { readonly bettor: bigint }>(
  tx: Tx,
  settlements: readonly T[],
): Promise<readonly T[]> {
  const bettors = [...new Set(settlements.map(({ bettor }) => bettor))]
  const joined = await places.joinedBettors(tx, { bettors, trigger: 'bet' })
  return settlements.filter(({ bettor }) => joined.has(bettor))
}

const depositKinds = kindsWhere(({ counts }) => counts === 'deposited')

/** A deposit with its amount before tax: the total that it debits from the provider's account. */
function depositOf({ no, at, entries }: PostedTransfer): PlaceEvent[] {
  const bettor = entries.find(({ owner }) => owner !== null)?.owner
  if (bettor === undefined || bettor === null) return []
  const gross = entries.reduce((sum, { owner, amount }) => (owner === null && amount < 0n ? sum - amount : sum), 0n)
  const credited = entries.reduce((sum, { owner, amount }) => (owner === null ? sum : sum + amount), 0n)
  const earned: PlaceEvent['earned'] = (rule) => earnedByDeposit(rule, { gross, credited })
  return [{ bettor, cause: `deposit/${no}`, begunAt: at, at, earned }]
}
