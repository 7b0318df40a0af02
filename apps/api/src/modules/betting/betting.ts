import type { betting } from '@nare/contract/betting'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Session } from '#platform/session'
import { batcher, QueueFull } from '#platform/batcher'
import { betIds } from './bet-ids.ts'
import * as bets from './bets-store.ts'
import { placeBets, type Placement, type PlaceRules } from './place.ts'
import { openMatchNames } from './match-names.ts'
import { openRules } from './rules.ts'
import { settleMatch, type Settled } from './settle.ts'
import { settleQueueHere } from './settle-queue.ts'
import { insertJob, noteFailure, waitingMatches } from './settle-store.ts'
import { openHistory } from './history.ts'
import { openQuotes } from './quotes.ts'
import { openSharing } from './sharing.ts'
import { hashOf, readPick, type Slip } from './slip.ts'
import { betView, placedView } from './views.ts'

export { legRanges, whatBettingForgets } from './forget.ts'

type Deps = {
  db: Db
  clock: Clock
  live: Live
  log: Log
  ledger: Ledger
  catalog: Catalog
  country: Country
  count: (event: string, by?: number) => void
  /** Waits for the delay of live bets, in real time. */
  wait: (ms: number) => Promise<void>
  slots?: number
}

type Place = typeof betting.place

export type Betting = Awaited<ReturnType<typeof openBetting>>

const slipsInBatch = 64
const matchesInBatch = 500
const queueMost = 5000
const delayedMost = 5000
const matchesSettledAtOnce = 3
const matchesWaitingMost = 10_000

/** Takes bets, tells them, and settles them. */
export async function openBetting(deps: Deps) {
  const { db, ledger, catalog, country, live } = deps
  const book = await openRules(db, country)
  const rules: PlaceRules = {
    version: book.version,
    limits: country,
    boost: country.boost,
    liabilityMost: country.maxLiability,
  }
  const nextBetId = betIds(db)
  const matchNames = openMatchNames(deps)
  let delayed = 0
  const enqueue = batcher<Slip, Placement>({
    slots: deps.slots ?? 3,
    itemsMost: slipsInBatch,
    weightMost: matchesInBatch,
    queueMost,
    weigh: (slip) => slip.picks.length,
    run: (slips) => placeBets({ db, catalog, ledger, rules, nextBetId }, slips),
  })

  /** Takes a bet once: the client's id makes sending a slip twice placing one bet. */
  async function place(input: Received<Place>, session: Session): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const slip = slipOf(input, session)
    const placement = await enqueuePatiently(slip)
    if (placement === 'full') return refused('overloaded', { retry_after_s: 1 })
    if (placement.kind === 'live_delay') throw new Error('the delay of live bets was asked for twice')
    if (placement.kind === 'refused') return placement.refusal as Outcome<never, Failure<Place>>
    if (placement.kind === 'repeated') return repeatedAnswer(session.bettor, input.id)
    deps.count('bet_placed')
    void ledger
      .tell(live, [session.bettor])
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a balance could not be told'))
    const facts = await matchNames(placement.bet.legs.map((leg) => leg.matchId))
    return done(answerOf(placedView(placement.bet, facts), formatMoney(placement.balance)))
  }

  async function enqueuePatiently(slip: Slip): Promise<Placement | 'full'> {
    try {
      const first = await enqueue(slip)
      if (first.kind !== 'live_delay') return first
      if (delayed >= delayedMost) return 'full'
      delayed++
      try {
        await deps.wait(country.liveDelayS * 1000)
      } finally {
        delayed--
      }
      return await enqueue({ ...slip, waited: first.breaks })
    } catch (error) {
      if (error instanceof QueueFull) return 'full'
      throw error
    }
  }

  async function repeatedAnswer(bettor: bigint, id: string): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const row = await bets.betOf(db, { bettor, id })
    if (!row) throw new Error('a bet that stood is gone')
    const facts = await catalog.legFacts(
      db,
      row.legs.map((leg) => leg.match_id),
    )
    const { balance } = await ledger.balances(bettor)
    return done(answerOf(betView(row, facts, { asPlaced: true }), formatMoney(balance)))
  }

  const tellPaid = (paid: ReadonlySet<bigint>): Promise<void> =>
    ledger
      .tell(live, paid)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'balances could not be told after a settlement'))

  /** Settles a match and answers once that is committed. A fault is noted beside its job, which stays, and thrown. */
  async function settle(matchId: number, goOn?: () => boolean): Promise<Settled> {
    try {
      const settled = await settleMatch({ db, catalog, ledger, rules: book }, matchId, tellPaid, goOn)
      if (settled.bets > 0) deps.count('bet_settled', settled.bets)
      return settled
    } catch (error) {
      deps.log.error({ err: error, matchId }, 'a match could not be settled; it is tried again')
      await noteFailure(db, matchId).catch(() => undefined)
      throw error
    }
  }

  let closing = false
  // One match that cannot be settled keeps no other waiting: its fault is logged, its job stays.
  const queue = settleQueueHere({
    slots: matchesSettledAtOnce,
    queueMost: matchesWaitingMost,
    settle: async (matchId) => void (await settle(matchId, () => !closing).catch(() => undefined)),
  })

  return {
    rulesVersion: book.version,
    place,
    ...openQuotes(deps),
    ...openSharing(deps),
    ...openHistory(deps),
    settle: (matchId: number): Promise<Settled> => settle(matchId),
    /** Writes down, in the transaction of a result, that its bets have to be settled. */
    onResult: insertJob,
    /** Has a match settled in the background, a bounded number at once; ends when that was tried, and never throws. */
    wake: queue.wake,
    /** Settles whatever an earlier run or another process left; at most `most` matches. Answers how many it tried. */
    async settleWaiting(most = 50): Promise<number> {
      const waiting = await waitingMatches(db, most)
      await Promise.all(waiting.map(queue.wake))
      return waiting.length
    },
    /** Ends when nothing is settled in the background any more. */
    settled: queue.idle,
    /** Lets the chunks in progress end and begins no other: what is left is settled after the next start. */
    close(): Promise<void> {
      closing = true
      return queue.stop()
    },
    /** What a search finds among booking codes and a bettor's own bets. */
    async find(q: string, bettor: bigint | undefined) {
      const picks = /^[a-z2-9]{6}$/i.test(q) ? await bets.sharedPicks(db, q.toUpperCase()) : undefined
      const own =
        bettor !== undefined && /^\d{4,18}$/.test(q) ? await bets.betsLike(db, { bettor, digits: q, most: 5 }) : []
      return {
        codes: picks ? [{ code: q.toUpperCase(), picks: picks.length }] : [],
        bets: own.map((row) => ({ bet_id: String(row.bet_id), state: row.state })),
      }
    },
  }
}

const answerOf = (bet: Answer<Place>['bet'], balance: string): Answer<Place> => ({
  status: 201,
  message: 'Bet placed',
  bet,
  balance,
})

function slipOf(input: Received<Place>, { bettor, verified }: Session): Slip {
  const { id, stake, type, system, accept, utm_source, utm_campaign, btag } = input
  const attribution =
    utm_source || utm_campaign || btag ? JSON.stringify({ utm_source, utm_campaign, btag }) : undefined
  const picks = input.slip.map(readPick)
  return {
    bettor,
    verified,
    id,
    hash: hashOf(input),
    stake,
    type,
    system,
    accept,
    picks,
    attribution,
    waited: undefined,
  }
}
