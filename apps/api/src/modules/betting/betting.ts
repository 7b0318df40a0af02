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
import type { Placement, PlaceRules } from './decide.ts'
import { placeBets, type PlaceDeps } from './place.ts'
import { openMatchNames } from './match-names.ts'
import { openRules } from './rules.ts'
import { settleMatch, type Settled } from './settle.ts'
import { inMemorySettleQueue } from './settle-queue.ts'
import { insertJob, recordFailure, waitingMatches } from './settle-store.ts'
import { openHistory } from './history.ts'
import { openQuotes } from './quotes.ts'
import { openSharing } from './sharing.ts'
import { hashOf, parsePick, type Slip } from './slip.ts'
import { betView, placedView } from './views.ts'

export { legRanges, bettingRetention } from './retention.ts'

type Deps = {
  db: Db
  /** The database over the pool that only money commands use. */
  money: Db
  turns: Turns
  liveSessions: PlaceDeps['liveSessions']
  /** The longest expected wait of a slip; a slip that would wait longer is refused at once. */
  queueMsMost?: number
  clock: Clock
  live: Live
  log: Log
  ledger: Ledger
  catalog: Catalog
  country: Country
  count: (event: string, by?: number) => void
  /** Waits for the live delay, in real time. */
  wait: (ms: number) => Promise<void>
  slots?: number
}

type Place = typeof betting.place

export type Betting = Awaited<ReturnType<typeof openBetting>>

const slipsInBatch = 64
/** The most slips of one bettor in one transaction; the others wait for the bettor's next turn. */
const slipsPerBettor = 8
const databaseMsMost = 10_000
const matchesInBatch = 500
const queueMost = 5000
const delayedMost = 5000
const concurrentMatches = 3
const matchesWaitingMost = 10_000
const delayedPerBettor = 200

/** Opens the area betting: placement, validation, booking codes, history and settlement. */
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
  const inFlight = new Map<string, Promise<Outcome<Answer<Place>, Failure<Place>>>>()
  const delayed = openDelays()
  const queue = groupBatcher<Slip, Placement>({
    slots: deps.slots ?? 3,
    besideMs: 25,
    itemsMost: slipsInBatch,
    weightMost: matchesInBatch,
    queueMost,
    waitMsMost: deps.queueMsMost ?? Infinity,
    weigh: (slip) => slip.picks.length,
    run: (slips) => placeBets(placing, slips),
  })
  const inTurn = deps.turns.shared<Slip, Placement>(slipsPerBettor, (slips) => {
    const untilMs = monotonicMs() + databaseMsMost
    return queue.send(slips.map((slip) => ({ ...slip, untilMs })))
  })
  const placed = (slip: Slip) => inTurn({ key: slip.bettor.toString(), same: undefined }, slip)

  /** Places a bet once: repeated calls with one id place one bet, and concurrent ones share one attempt. */
  function place(input: Received<Place>, session: Session): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const slip = slipOf(input, session)
    const same = `${session.signingKey} ${slip.id} ${slip.hash}`
    const running = inFlight.get(same)
    if (running) return running
    const outcome = answerOrRefuse(placeOnce(slip), deps.log).finally(() => void inFlight.delete(same))
    inFlight.set(same, outcome)
    return outcome
  }

  async function placeOnce(slip: Slip): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const placement = await placeAfterDelay(slip)
    if (placement.kind === 'live_delay') throw new Error('a live bet was delayed twice')
    if (placement.kind === 'refused') return placement.refusal as Outcome<never, Failure<Place>>
    if (placement.kind === 'repeated') return afterCommit(() => repeatedAnswer(slip.bettor, slip.id))
    deps.count('bet_placed')
    void ledger
      .publishBalances(live, [slip.bettor])
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a balance could not be published'))
    const facts = await afterCommit(() => matchNames(placement.bet.legs.map((leg) => leg.matchId)))
    return done(answerOf(placedView(placement.bet, facts), formatMoney(placement.balance)))
  }

  /** Places a slip in its bettor's turn. A live bet gives up the turn during its delay and then queues again. */
  async function placeAfterDelay(slip: Slip): Promise<Placement> {
    const first = await placed(slip)
    if (first.kind !== 'live_delay') return first
    await delayed(slip.bettor, () => deps.wait(country.liveDelayS * 1000))
    return placed({ ...slip, interruptionsBefore: first.interruptions })
  }

  async function repeatedAnswer(bettor: bigint, id: string): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const row = await bets.betOf(db, { bettor, id })
    if (!row) throw new Error('a placed bet does not exist')
    const facts = await catalog.legFacts(
      db,
      row.legs.map((leg) => leg.match_id),
    )
    const { balance } = await ledger.balances(bettor)
    return done(answerOf(betView(row, facts, { asPlaced: true }), formatMoney(balance)))
  }

  const publishBalances = (paid: ReadonlySet<bigint>): Promise<void> =>
    ledger
      .publishBalances(live, paid)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'balances could not be published after a settlement'))

  /** Settles a match and resolves after the commit. A failure is recorded on its job, which remains, and thrown. */
  async function settle(matchId: number, mayContinue?: () => boolean): Promise<Settled> {
    try {
      const settled = await settleMatch({ db, catalog, ledger, rules: book }, matchId, publishBalances, mayContinue)
      if (settled.bets > 0) deps.count('bet_settled', settled.bets)
      return settled
    } catch (error) {
      deps.log.error({ err: error, matchId }, 'a match could not be settled and will be retried')
      await recordFailure(db, matchId).catch(() => undefined)
      throw error
    }
  }

  let closing = false
  // A match that cannot be settled does not block the others: its failure is logged and its job remains.
  const settling = inMemorySettleQueue({
    slots: concurrentMatches,
    queueMost: matchesWaitingMost,
    settle: async (matchId) => void (await settle(matchId, () => !closing).catch(() => undefined)),
  })

  return {
    rulesVersion: book.version,
    place,
    /** Whether another slip would be refused as overloaded. */
    isFull: queue.isFull,
    ...openQuotes(deps),
    ...openSharing(deps),
    ...openHistory(deps),
    settle: (matchId: number): Promise<Settled> => settle(matchId),
    /** Creates the settlement job of a result, in the transaction of the result. */
    onResult: insertJob,
    /** Settles a match in the background, a bounded number at once. Resolves after the attempt and never rejects. */
    wake: settling.enqueue,
    /** Settles at most `most` matches that an earlier run or another process left unsettled. Returns the number of attempts. */
    async settleWaiting(most = 50): Promise<number> {
      const waiting = await waitingMatches(db, most)
      await Promise.all(waiting.map(settling.enqueue))
      return waiting.length
    },
    /** Resolves when no settlement is running in the background. */
    settled: settling.idle,
    /** Lets the running chunks finish and starts no others: the rest is settled after the next start. */
    close(): Promise<void> {
      closing = true
      return settling.stop()
    },
    /** Searches booking codes and the bettor's own bets. */
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
  const picks = input.slip.map(parsePick)
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
    interruptionsBefore: undefined,
  }
}

/** Limits the live bets that wait for their delay, in total and per bettor. */
function openDelays() {
  const perBettor = new Map<bigint, number>()
  let all = 0
  return async function delayed(bettor: bigint, wait: () => Promise<void>): Promise<void> {
    const own = perBettor.get(bettor) ?? 0
    if (all >= delayedMost) throw new QueueFull('too many live bets are waiting')
    if (own >= delayedPerBettor) throw new TooManyWaiting('too many live bets of one bettor are waiting')
    all++
    perBettor.set(bettor, own + 1)
    try {
      await wait()
    } finally {
      all--
      const left = (perBettor.get(bettor) ?? 1) - 1
      if (left > 0) perBettor.set(bettor, left)
      else perBettor.delete(bettor)
    }
  }
}
