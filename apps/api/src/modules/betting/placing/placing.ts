import type { BetView, betting } from '@nare/contract/betting'
import { attributionOf } from '@nare/contract/marketing-source'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney } from '@nare/money/money'
import type { LegFacts } from '#modules/catalog/catalog'
import {
  openPlacing as openTicketPlacing,
  originOf,
  type PlacingDeps as TicketPlacingDeps,
  type Tickets,
} from '#modules/tickets/tickets'
import { shareByKey } from '#platform/concurrency'
import type { Log } from '#platform/log'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import type { Session } from '#platform/session'
import { isReferred, isReserved, openLiveDelay } from './delay.ts'
import { referredBetView } from './referral-views.ts'
import { referralsOf } from './referral-store.ts'
import { slipPlacing, type SlipDeps } from './place.ts'
import { placedView } from './placed-view.ts'
import { hashOf, parsePick, type Slip } from './slip.ts'

type Place = typeof betting.place
type Result = Outcome<Answer<Place>, Failure<Place>>

export type PlacingDeps = TicketPlacingDeps &
  SlipDeps & {
    readonly log: Log
    readonly tickets: Pick<Tickets, 'placedBet'>
    /** Match names and other facts for the receipt of a new bet. */
    readonly matchFacts: (matchIds: readonly number[]) => Promise<ReadonlyMap<number, LegFacts>>
  }

const matchesInBatch = 500

/** Opens the placement of slips for one product. The product, its offers, its rules and its delay are arguments. */
export function openPlacing(deps: PlacingDeps) {
  const { delay, ledger, tickets } = deps
  const shared = shareByKey<Result>()
  const { place, isFull } = openTicketPlacing(deps, slipPlacing(deps), {
    weightMax: matchesInBatch,
    weigh: ({ picks }) => picks.length,
  })
  const liveDelay = delay && openLiveDelay({ ...deps, delay, place })

  async function placeOnce(slip: Slip): Promise<Result> {
    const { placement, placedSlip } = liveDelay
      ? await liveDelay.place(slip)
      : { placement: await place(slip), placedSlip: slip }
    if (placement.kind === 'refused') return placement.refusal as Outcome<never, Failure<Place>>
    if (placement.kind === 'repeated') return afterCommit(() => repeatedAnswer(placedSlip))
    const { bet, balance } = placement
    if (isReferred(bet)) {
      if (bet.created) deps.tickets.publish([bet])
      return afterCommit(() => referredAnswer(bet.betId, formatMoney(balance)))
    }
    if (isReserved(bet)) throw new Error('a live bet was delayed twice')
    const facts = await afterCommit(() => deps.matchFacts(bet.legs.map((leg) => leg.matchId)))
    return done(answerOf(placedView(bet, facts), formatMoney(balance)))
  }

  async function repeatedAnswer({ bettor, id }: Slip): Promise<Result> {
    const bet = await tickets.placedBet(bettor, id)
    if (!bet) throw new Error(`the bet of the repeated command ${id} does not exist`)
    const { balance } = await ledger.balances(bettor)
    return done(answerOf(bet, formatMoney(balance)))
  }

  /** The answer to a slip that a trader decides, as it is now. */
  async function referredAnswer(betId: bigint, balance: string): Promise<Result> {
    const [row] = await referralsOf(deps.moneyDb, [betId])
    if (!row) throw new Error(`the referral ${betId} does not exist`)
    const matchIds = row.slip.picks.map(({ match_id }) => Number(match_id))
    const bet = referredBetView(row, await deps.matchFacts(matchIds))
    const until = row.until.toISOString()
    return done({
      status: 202,
      state: 'referred',
      bet_id: bet.bet_id,
      until,
      message: 'A trader decides this bet',
      bet,
      balance,
    })
  }

  return {
    /** Places a slip that a trader has accepted; absent for a product without a delay. */
    placeReferred: liveDelay?.placeReferred,
    /** Places a bet once: repeated calls with one id place one bet, and concurrent ones share one attempt. */
    place(input: Received<Place>, session: Session): Promise<Result> {
      const slip = slipOf(input, session)
      return shared(`${session.signingKey} ${slip.id} ${slip.hash}`, () => answerOrRefuse(placeOnce(slip), deps.log))
    },
    /** Releases the stakes of live bets that are overdue because their process died. */
    releaseOverdue: async () => liveDelay?.releaseOverdue(),
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
  return {
    ...{ bettor, verified, signingKey, origin: originOf(session), attribution: attributionOf(input) },
    ...{ id, hash: hashOf(input), stake, type, system, accept, picks: input.slip.map(parsePick) },
  }
}
