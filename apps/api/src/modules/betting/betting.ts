import { isLeagueMarket } from '@nare/bets/markets/league-markets'
import { typedCode } from '@nare/contract/typed-code'
import type { Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import { ratesOf, type Ledger } from '#modules/ledger/ledger'
import type { Money } from '@nare/money/money'
import type { Levels, Parts, Settings } from '#modules/settings/settings'
import type { TicketEvents, Tickets } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { openKeyedQueue } from '#platform/keyed-queue'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Turns } from '#platform/turns'
import { openBooks } from './books/books.ts'
import { openAlerts } from './alerts/alerts.ts'
import { alertSettings } from './alerts/settings.ts'
import { sweepAlerts } from './alerts/store.ts'
import { openCashOut } from './cash-out/cash-out.ts'
import { openEditing } from './editing/editing.ts'
import { resultDecisions } from './house/results.ts'
import { ticketDecisions } from './house/tickets.ts'
import type { PlaceRules } from './placing/decide.ts'
import { matchProof } from './evidence.ts'
import { openMatchNames } from './match-names.ts'
import { matchTickets } from './match-tickets.ts'
import type { LiveDelay } from './placing/delay.ts'
import { strictest } from './placing/limits.ts'
import { slipPlacing } from './placing/place.ts'
import { openPlacing } from './placing/placing.ts'
import { stakedOn } from './placing/place-store.ts'
import { openQuotes } from './placing/quotes.ts'
import { sweepReferrals } from './placing/referral-store.ts'
import { openReferredBets } from './placing/referred-bets.ts'
import { openRules, type BetRules } from './rules.ts'
import { cashOutRules, cashOutSettings } from './cash-out/settings.ts'
import { bettingRules, bettingSettings, type BettingRules } from './settings.ts'
import { settleMatch, type Settled } from './settling/settle.ts'
import { insertJob, recordFailure, waitingMatches, waitingSettlements } from './settling/settle-store.ts'
import { openSharing, sharedPicks } from './sharing/sharing.ts'

export { cashOutRoutes } from './cash-out/routes.ts'
export { automaticallyPaid } from './cash-out/store.ts'
export { clearExposure, type NewBet } from './placing/place-store.ts'
export { linesOf, offerKey, pricedLeg, type Offered, type Pick as SlipPick } from './placing/slip.ts'
export type { PickQuotes } from './placing/quotes.ts'
export { rangeOf } from './settling/settle-store.ts'
export { openRules, type RulesBook } from './rules.ts'
export { bettingRules, bettingSettings } from './settings.ts'
export { settleBets } from './settling/settle.ts'
export { legOutcomes, type LegOutcomes } from './leg-outcomes.ts'
export { legsIn, openTicketsOnMatch, oppositeLegs, picksOf, ticketsOnMatch, type LegRow } from './leg-store.ts'
export { whyOf } from './evidence.ts'
export { matchTickets } from './match-tickets.ts'
export { openPlacing, type PlacingDeps } from './placing/placing.ts'
export { betsOnSameMatches, sportsRiskLegs, type NearBet, type RiskLegs } from './same-matches.ts'
export { legRanges, bettingRetention } from './retention.ts'
export { bettingOfBettor } from './own-rows.ts'

type Deps = {
  db: Db
  /** The database over the pool that only money commands use. */
  moneyDb: Db
  turns: Turns
  revokedSessions: LiveDelay['revokedSessions']
  /** The longest expected wait of a slip; a slip that would wait longer is refused at once. */
  queueMsMax?: number
  /** The approximate number of legs that one transaction of a settlement decides. */
  chunkLegs: number
  clock: Clock
  live: Live
  background: Background
  bus: Bus
  log: Log
  ledger: Ledger
  tickets: Tickets
  catalog: Catalog
  country: Country
  settings: Pick<Settings, 'now' | 'declare'>
  levels: Pick<Levels, 'now'>
  events: TicketEvents
  /** Waits for the live delay, in real time. */
  wait: (ms: number) => Promise<void>
  slots?: number
}

export type Betting = Awaited<ReturnType<typeof openBetting>>

const leaguePick = 'A pick of the virtual league needs a slip of its own'
const concurrentMatches = 3
const matchesWaitingMax = 10_000

/** Opens the area betting: placement, validation, booking codes and settlement of bets on matches. */
export async function openBetting(deps: Deps) {
  const { db, ledger, catalog, country, settings, levels, live, tickets } = deps
  let transactions = 0
  const events: TicketEvents = {
    ...deps.events,
    transaction() {
      transactions++
      deps.events.transaction()
    },
  }
  settings.declare(bettingSettings)
  settings.declare(cashOutSettings)
  const book = await openRules(db, country)
  const rules = (): BettingRules => bettingRules(settings.now())
  const cashOutNow = () => cashOutRules(settings.now())
  const rulesOfBet = ({ boost, limits }: BettingRules): BetRules => ({ boost, cap: limits.maxPayout })
  function placeRules(): PlaceRules {
    const now = rules()
    return { ...now, levels: levels.now(), ...book.stamp(rulesOfBet(now)) }
  }
  tickets.register(
    'sports',
    matchTickets(catalog, (on, bet) => matchProof({ catalog, cashOut: cashOutNow }, on, bet)),
  )
  const alerts = openAlerts(deps)
  const matchFacts = openMatchNames(deps)
  const sports = {
    ...deps,
    events,
    product: 'sports',
    pickError: ({ marketId }) => (isLeagueMarket(marketId) ? leaguePick : undefined),
    offers: catalog,
    rules: placeRules,
    delay: deps,
    matchFacts,
  } satisfies Parameters<typeof openPlacing>[0]
  const placing = openPlacing(sports)
  const referrals = openReferredBets({ ...deps, rules, placeRules, matchFacts, placeReferred: placing.placeReferred })

  const cashOut = await openCashOut({
    ...deps,
    liveDelayS: () => rules().liveDelayS,
    cashOut: cashOutNow,
    events,
    onCashedOut(cashedOut) {
      void ledger.publishBalances(live, new Set(cashedOut.map(({ bettor }) => bettor)))
      tickets.publish(cashedOut)
    },
  })
  const editing = openEditing({
    ...sports,
    slips: slipPlacing(sports),
    cashOut: cashOutNow,
    cashOuts: cashOut,
    liveDelayS: () => rules().liveDelayS,
  })
  catalog.onChanged(cashOut.matchesChanged)
  const books = openBooks({ ...deps, rules: book })

  const settlingDeps = { db, catalog, ledger, rules: book, product: 'sports', chunkLegs: deps.chunkLegs } as const

  /** Settles a match and resolves after the commit. A failure is recorded on its job, which remains, and thrown. */
  async function settle(matchId: number, mayContinue?: () => boolean): Promise<Settled> {
    try {
      const settled = await settleMatch(
        settlingDeps,
        matchId,
        (paid) => ledger.publishBalances(live, paid),
        mayContinue,
      )
      if (settled.bets > 0) events.settled(settled.bets)
      if (settled.legs + settled.bets > 0) void tickets.publishMatch(matchId)
      cashOut.matchesChanged([matchId])
      return settled
    } catch (error) {
      deps.log.error({ err: error, matchId }, 'a match could not be settled and will be retried')
      await recordFailure(db, matchId).catch(() => undefined)
      throw error
    }
  }

  const ofHouse = { ...settlingDeps, live, tickets, aloneMax: () => settings.now()(bettingSettings.resultAloneMax) }

  let closing = false
  // A match that cannot be settled does not block the others: its failure is logged and its job remains.
  const settling = openKeyedQueue<number>({ atOnce: concurrentMatches, waitingMax: matchesWaitingMax })
  const wake = async (matchId: number): Promise<void> =>
    settling.add(matchId, () => settle(matchId, () => !closing).catch(() => undefined))

  return {
    /** The rules of a bet that is placed now, with their version. */
    placeRules,
    /** The strictest limits on a part of what is on offer now. */
    limitsOn(parts: Parts, { isByHand }: { isByHand: boolean }): { stake: Money; liability: Money } {
      const { limits, liabilityMax, handLiabilityMax } = rules()
      const of = (kind: 'stake' | 'liability', base: Money, ofHand?: Money): Money =>
        strictest({ rules: levels.now(), kind, base }, parts, ofHand).amount
      const ofHand = isByHand ? handLiabilityMax : undefined
      return { stake: of('stake', limits.maxStake), liability: of('liability', liabilityMax, ofHand) }
    },
    rulesVersion: (): Promise<string> => book.versionOf(rulesOfBet(rules())),
    /** The number of placement transactions that this process has started. */
    placementTransactions: (): number => transactions,
    ...placing,
    ...openQuotes({
      ...deps,
      rules,
      taxes: (product) => ratesOf(settings.now(), country, { at: deps.clock.date(), product }),
    }),
    ...openSharing(deps),
    /** Edits of bets; see editing/editing.ts. */
    ...editing,
    /** Cash-outs; see cash-out/cash-out.ts. */
    cashOut,
    /** What traders should look at; see alerts/alerts.ts. */
    alerts,
    /** The bets that a trader decides; see placing/referrals.ts. */
    referrals,
    /** Removes a bounded number of referred bets and alerts that ended before the terms of the settings. */
    async sweepTraders(): Promise<void> {
      const values = settings.now()
      await sweepReferrals(db, values(bettingSettings.referralDays))
      await sweepAlerts(db, values(alertSettings.days))
    },
    /** The open bets of each match and what they can cost; see books/books.ts. */
    books,
    /** Calls `changed` with the matches that changed in any process; it must not throw or block. A message can be lost. */
    onMatchesChanged: cashOut.onMatchesChanged,
    /** The rules of bets on matches now. */
    rules,
    /** The operators' calls that decide matches and tickets by hand. */
    decisions: { ...resultDecisions(ofHouse), ...ticketDecisions(ofHouse) },
    settle: (matchId: number): Promise<Settled> => settle(matchId),
    /** Creates the settlement job of a result, in the transaction of the result. */
    onResult: insertJob,
    /** Settles a match in the background, a bounded number at once. Resolves after the attempt and never rejects. */
    wake,
    /** Settles at most `most` matches that an earlier run or another process left unsettled. Returns the number of attempts. */
    async settleWaiting(most = 50): Promise<number> {
      const waiting = await waitingMatches(db, most)
      await Promise.all(waiting.map(wake))
      return waiting.length
    },
    /** The open stakes on each of these matches; a multi counts its part of the stake at each of its matches. */
    stakedOn: (matches: readonly number[]) => stakedOn(db, matches),
    /** How many results are not settled yet, and since when. */
    waitingSettlements: () => waitingSettlements(db),
    /** Resolves when no settlement is running in the background. */
    settled: settling.idle,
    /** Lets the running chunks finish and starts no others: the rest is settled after the next start. */
    async close(): Promise<void> {
      closing = true
      await settling.stop()
      await books.close()
      await cashOut.close()
    },
    /** Searches booking codes and the bettor's own bets. */
    async find(q: string, bettor: bigint | undefined) {
      const code = typedCode(q)
      const picks = /^[A-Z2-9]{6}$/.test(code) ? await sharedPicks(db, code) : undefined
      const own = bettor !== undefined && /^\d{4,18}$/.test(q) ? await tickets.like({ bettor, digits: q, most: 5 }) : []
      return {
        codes: picks ? [{ code, picks: picks.length }] : [],
        bets: own.map((row) => ({ bet_id: String(row.bet_id), state: row.state })),
      }
    },
  }
}
