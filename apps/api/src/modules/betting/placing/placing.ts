import type { BetView, betting } from '@nare/contract/betting'
import { attributionOf } from '@nare/contract/marketing-source'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney } from '@nare/money/money'
import type { LegFacts } from '#modules/catalog/catalog'
import { openStakeQueue, originOf, overdueReservations, releaseReservations } from '#modules/tickets/tickets'
import { transact } from '#platform/db'
import { openRepeatedFailures, type Log } from '#platform/log'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import type { Session } from '#platform/session'
import type { Turns } from '#platform/turns'
import type { Placement } from './decide.ts'
import { openDelayLimits } from './delays.ts'
import { placeBets, type PlaceDeps } from './place.ts'
import { hashOf, parsePick, type Slip } from './slip.ts'
import { replacementId } from './replacement-ids.ts'
import { placedView } from './placed-view.ts'

type Place = typeof betting.place
type DelayedPlacement = { readonly placement: Placement; readonly placedSlip: Slip }

export type PlacingDeps = PlaceDeps & {
  readonly log: Log
  readonly turns: Turns
  /** Waits for the live delay of this many milliseconds, in real time. */
  readonly wait: (ms: number) => Promise<void>
  readonly slots?: number
  /** The maximum expected wait of a slip; a slip that would wait longer is refused immediately. */
  readonly queueMsMax?: number
  /** Match names and other facts for the receipt of a new bet. */
  readonly matchFacts: (matchIds: readonly number[]) => Promise<ReadonlyMap<number, LegFacts>>
  /** The bet of a command as its placement returned it. */
  readonly placedBet: (bettor: bigint, id: string) => Promise<BetView | undefined>
  /** Called after the commit of each new bet. */
  readonly onPlaced: (bet: { readonly bettor: bigint; readonly betId: bigint }) => void
  /** Called after each commit that reserves or releases the stake of a live bet. */
  readonly onReserved?: ((bettor: bigint) => void) | undefined
}

const matchesInBatch = 500
/** The maximum number of overdue reservations that are read at once. */
const overdueBatchMax = 200

/**
 * Opens the placement of bets for one product: turns of bettors, batches, and the delay of live bets. The product, its offers and its rules
 * are arguments, so that each product calls this function.
 */
export function openPlacing(deps: PlacingDeps) {
  const inFlight = new Map<string, Promise<Outcome<Answer<Place>, Failure<Place>>>>()
  const withinDelayLimits = openDelayLimits()
  const unreleased = openRepeatedFailures()
  const { placeInTurn, isFull } = openStakeQueue<Slip, Placement>({
    ...deps,
    weightMax: matchesInBatch,
    weigh: (slip) => slip.picks.length,
    run: (slips) => placeBets(deps, slips),
  })

  async function placeOnce(slip: Slip): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const { placement, placedSlip } = await placeAfterDelay(slip)
    if (placement.kind === 'reserved') throw new Error('a live bet was delayed twice')
    if (placement.kind === 'refused') return placement.refusal as Outcome<never, Failure<Place>>
    if (placement.kind === 'repeated') return afterCommit(() => repeatedAnswer(placedSlip))
    const { bet, balance } = placement
    deps.onPlaced(bet)
    const facts = await afterCommit(() => deps.matchFacts(bet.legs.map((leg) => leg.matchId)))
    return done(answerOf(placedView(bet, facts), formatMoney(balance)))
  }

  /**
   * Places a slip in its bettor's turn. A live bet leaves the turn during its delay and then queues again. `placedSlip` has the command id that
   * was used in the end. The stake stays reserved during the delay and is released unless the bet is placed. If the same slip is sent on two
   * connections, both wait on one reservation. The one that did not create it releases it only if the bet was decided and refused.
   * Otherwise a second request that fails early, for example because too many commands wait, would cancel the bet of the first.
   */
  async function placeAfterDelay(slip: Slip): Promise<DelayedPlacement> {
    const first = await placeInTurn(slip)
    if (first.kind !== 'reserved') return { placement: first, placedSlip: slip }
    const { betId, interruptions } = first.reservation
    deps.onReserved?.(slip.bettor)
    let releasesStake = first.createdHere
    try {
      const delayed = await withinDelayLimits(slip.bettor, async () => {
        await deps.wait(first.delayS * 1000)
        return placeUnderAnyId({ ...slip, reservation: betId, interruptionsBefore: interruptions })
      })
      const { placement } = delayed
      if (placement.kind !== 'refused') releasesStake = false
      else if (placement.refusal.code !== 'overloaded') releasesStake = true
      return delayed
    } finally {
      if (releasesStake) await release(slip.bettor, betId)
    }
  }

  /** Places a slip after its delay. If its bettor has meanwhile used the slip's id for another bet, uses a replacement id. */
  async function placeUnderAnyId(slip: Slip): Promise<DelayedPlacement> {
    const placement = await placeInTurn(slip, { isDelayed: true })
    if (placement.kind !== 'refused' || placement.refusal.code !== 'id_reused') return { placement, placedSlip: slip }
    const replaced = { ...slip, id: await replacementId(deps.db, slip) }
    return { placement: await placeInTurn(replaced, { isDelayed: true }), placedSlip: replaced }
  }

  /** Releases a reserved stake. If this fails, a later run of `releaseOverdue` tries again; its failures are logged less and less often. */
  async function release(bettor: bigint, betId: bigint): Promise<void> {
    try {
      const released = await transact(deps.db, (tx) => releaseReservations(deps, tx, [betId]))
      unreleased.done(betId)
      if (released.length > 0) deps.onReserved?.(bettor)
    } catch (error) {
      const tries = unreleased.failed(betId)
      if (tries === undefined) return
      deps.log.warn(
        { err: error, betId, tries },
        'could not release a reserved stake; the job for overdue reservations will try again',
      )
    }
  }

  async function repeatedAnswer({ bettor, id }: Slip): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const bet = await deps.placedBet(bettor, id)
    if (!bet) throw new Error(`the bet of the repeated command ${id} does not exist`)
    const { balance } = await deps.ledger.balances(bettor)
    return done(answerOf(bet, formatMoney(balance)))
  }

  return {
    /** Places a bet once: repeated calls with one id place one bet, and concurrent ones share one attempt. */
    place(input: Received<Place>, session: Session): Promise<Outcome<Answer<Place>, Failure<Place>>> {
      const slip = slipOf(input, session)
      const requestKey = `${session.signingKey} ${slip.id} ${slip.hash}`
      const running = inFlight.get(requestKey)
      if (running) return running
      const outcome = answerOrRefuse(placeOnce(slip), deps.log).finally(() => void inFlight.delete(requestKey))
      inFlight.set(requestKey, outcome)
      return outcome
    },

    /**
     * Releases the reservations that are overdue because their process died. A reservation that cannot be released is logged and tried
     * again by the next run; it does not delay the others.
     */
    async releaseOverdue(): Promise<void> {
      for (let after = 0n; ;) {
        const overdue = await overdueReservations(deps.db, { after, max: overdueBatchMax })
        for (const { bettor, betId } of overdue) await release(bettor, betId)
        const last = overdue.at(-1)
        if (!last || overdue.length < overdueBatchMax) return
        after = last.betId
      }
    },

    /** Whether another slip would be refused as overloaded. */
    isFull,
  }
}

const answerOf = (bet: BetView, balance: string): Answer<Place> => ({
  status: 201,
  message: 'Bet placed',
  bet,
  balance,
})

function slipOf(input: Received<Place>, session: Session): Slip {
  const { bettor, verified, signingKey } = session
  const { id, stake, type, system, accept } = input
  const picks = input.slip.map(parsePick)
  return {
    bettor,
    verified,
    signingKey,
    origin: originOf(session),
    untilMs: 0,
    id,
    hash: hashOf(input),
    stake,
    type,
    system,
    accept,
    picks,
    attribution: attributionOf(input),
    interruptionsBefore: undefined,
    reservation: undefined,
  }
}
