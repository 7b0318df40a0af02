import type { betting } from '@nare/contract/betting'
import { done, type Outcome } from '@nare/contract/outcome'
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
import { groupBatcher, QueueFull } from '#platform/batcher'
import { monotonicMs } from '#platform/clock'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import { TooManyWaiting, type Turns } from '#platform/turns'
import { betIds } from './bet-ids.ts'
import * as bets from './bets-store.ts'
import { placeBets, type PlaceDeps, type Placement, type PlaceRules } from './place.ts'
import { openMatchNames } from './match-names.ts'
import { openRules } from './rules.ts'
import { settleMatch, type Settled } from './settle.ts'
import { inMemorySettleQueue } from './settle-queue.ts'
import { insertJob, recordFailure, waitingMatches } from './settle-store.ts'
import { openHistory } from './history.ts'
import { openQuotes } from './quotes.ts'
import { openSharing } from './sharing.ts'
import { hashOf, readPick, type Slip } from './slip.ts'
import { betView, placedView } from './views.ts'

export { legRanges, whatBettingForgets } from './forget.ts'

type Deps = {
  db: Db
  /** The database by the connections that only money has. */
  money: Db
  turns: Turns
  liveSessions: PlaceDeps['liveSessions']
  /** How long a slip may be expected to wait for its answer; what would wait longer is refused at once. */
  queueMsMost?: number
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
/** How many slips of one bettor may share a transaction; the others wait for his next turn. */
const slipsOfOneBettor = 8
const databaseMsMost = 10_000
const matchesInBatch = 500
const queueMost = 5000
const delayedMost = 5000
const matchesSettledAtOnce = 3
const matchesWaitingMost = 10_000
const delayedOfOneBettor = 200

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
  const placing: PlaceDeps = { ...deps, db: deps.money, rules, ids: betIds(deps.money) }
  const matchNames = openMatchNames(deps)
  const underWay = new Map<string, Promise<Outcome<Answer<Place>, Failure<Place>>>>()
  const delayed = openDelays()
  const queue = groupBatcher<Slip, Placement>({
    slots: deps.slots ?? 3,
    itemsMost: slipsInBatch,
    weightMost: matchesInBatch,
    queueMost,
    waitMsMost: deps.queueMsMost ?? Infinity,
    weigh: (slip) => slip.picks.length,
    run: (slips) => placeBets(placing, slips),
  })
  const inTurn = deps.turns.shared<Slip, Placement>(slipsOfOneBettor, (slips) => {
    const untilMs = monotonicMs() + databaseMsMost
    return queue.send(slips.map((slip) => ({ ...slip, untilMs })))
  })
  const placed = (slip: Slip) => inTurn({ key: slip.bettor.toString(), same: undefined }, slip)

  /** Takes a bet once: the client's id makes sending a slip twice placing one bet, and sending it at once twice one attempt. */
  function place(input: Received<Place>, session: Session): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const slip = slipOf(input, session)
    const same = `${session.signingKey} ${slip.id} ${slip.hash}`
    const known = underWay.get(same)
    if (known) return known
    const outcome = answerOrRefuse(placeOnce(slip), deps.log).finally(() => void underWay.delete(same))
    underWay.set(same, outcome)
    return outcome
  }

  async function placeOnce(slip: Slip): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const placement = await placeAfterDelay(slip)
    if (placement.kind === 'live_delay') throw new Error('the delay of live bets was asked for twice')
    if (placement.kind === 'refused') return placement.refusal as Outcome<never, Failure<Place>>
    if (placement.kind === 'repeated') return afterCommit(() => repeatedAnswer(slip.bettor, slip.id))
    deps.count('bet_placed')
    void ledger
      .publishBalances(live, [slip.bettor])
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a balance could not be told'))
    const facts = await afterCommit(() => matchNames(placement.bet.legs.map((leg) => leg.matchId)))
    return done(answerOf(placedView(placement.bet, facts), formatMoney(placement.balance)))
  }

  /** Places a slip in its bettor's turn; a live one gives the turn back for the delay and takes another. */
  async function placeAfterDelay(slip: Slip): Promise<Placement> {
    const first = await placed(slip)
    if (first.kind !== 'live_delay') return first
    await delayed(slip.bettor, () => deps.wait(country.liveDelayS * 1000))
    return placed({ ...slip, waited: first.breaks })
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
      .publishBalances(live, paid)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'balances could not be told after a settlement'))

  /** Settles a match and answers once that is committed. A fault is noted beside its job, which stays, and thrown. */
  async function settle(matchId: number, goOn?: () => boolean): Promise<Settled> {
    try {
      const settled = await settleMatch({ db, catalog, ledger, rules: book }, matchId, tellPaid, goOn)
      if (settled.bets > 0) deps.count('bet_settled', settled.bets)
      return settled
    } catch (error) {
      deps.log.error({ err: error, matchId }, 'a match could not be settled; it is tried again')
      await recordFailure(db, matchId).catch(() => undefined)
      throw error
    }
  }

  let closing = false
  // One match that cannot be settled keeps no other waiting: its fault is logged, its job stays.
  const settling = inMemorySettleQueue({
    slots: matchesSettledAtOnce,
    queueMost: matchesWaitingMost,
    settle: async (matchId) => void (await settle(matchId, () => !closing).catch(() => undefined)),
  })

  return {
    rulesVersion: book.version,
    place,
    /** Whether a further slip would be refused as overloaded. */
    isFull: queue.isFull,
    ...openQuotes(deps),
    ...openSharing(deps),
    ...openHistory(deps),
    settle: (matchId: number): Promise<Settled> => settle(matchId),
    /** Writes down, in the transaction of a result, that its bets have to be settled. */
    onResult: insertJob,
    /** Has a match settled in the background, a bounded number at once; ends when that was tried, and never throws. */
    wake: settling.enqueue,
    /** Settles whatever an earlier run or another process left; at most `most` matches. Answers how many it tried. */
    async settleWaiting(most = 50): Promise<number> {
      const waiting = await waitingMatches(db, most)
      await Promise.all(waiting.map(settling.enqueue))
      return waiting.length
    },
    /** Ends when nothing is settled in the background any more. */
    settled: settling.idle,
    /** Lets the chunks in progress end and begins no other: what is left is settled after the next start. */
    close(): Promise<void> {
      closing = true
      return settling.stop()
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

function slipOf(input: Received<Place>, { bettor, verified, signingKey }: Session): Slip {
  const { id, stake, type, system, accept, utm_source, utm_campaign, btag } = input
  const attribution =
    utm_source || utm_campaign || btag ? JSON.stringify({ utm_source, utm_campaign, btag }) : undefined
  const picks = input.slip.map(readPick)
  return {
    bettor,
    verified,
    signingKey,
    untilMs: 0,
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

/** Counts who waits for the delay of live bets: in all, and of one bettor. */
function openDelays() {
  const ofBettor = new Map<bigint, number>()
  let all = 0
  return async function delayed(bettor: bigint, wait: () => Promise<void>): Promise<void> {
    const own = ofBettor.get(bettor) ?? 0
    if (all >= delayedMost) throw new QueueFull('too many live bets wait')
    if (own >= delayedOfOneBettor) throw new TooManyWaiting('too many live bets of one bettor wait')
    all++
    ofBettor.set(bettor, own + 1)
    try {
      await wait()
    } finally {
      all--
      const left = (ofBettor.get(bettor) ?? 1) - 1
      if (left > 0) ofBettor.set(bettor, left)
      else ofBettor.delete(bettor)
    }
  }
}
