import type { BoostRules } from '@nare/bets/ticket/boost'
import { isLeagueMarket } from '@nare/bets/markets/league-markets'
import { market } from '@nare/bets/markets/markets'
import type { betting as calls } from '@nare/contract/betting'
import type { leagueBets } from '@nare/contract/league'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { money, price } from '@nare/money/money'
import type { Config } from '#config'
import type { Country } from '#country/country'
import {
  linesOf,
  matchTickets,
  offerKey,
  openPlacing,
  openRules,
  pricedLeg,
  type Betting,
  type PickQuotes,
  type SlipPick,
} from '#modules/betting/betting'
import type { Ledger } from '#modules/ledger/ledger'
import type { Settings } from '#modules/settings/settings'
import { insertTickets, type TicketEvents, type Tickets } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Session } from '#platform/session'
import type { Turns } from '#platform/turns'
import type { LeaguePrices } from '../prices/prices.ts'
import type { RoundOutcome } from '../rounds/rounds.ts'
import { leagueLegFacts } from './facts.ts'
import { insertLegs, leagueLegsOf, leagueRiskLegs } from './leg-store.ts'
import { leagueProof } from './proof.ts'
import { openLeagueOffers, type LeagueOffers } from './offers.ts'
import { settleRound, type SettledChunk } from './settle.ts'
import { leagueRules, leagueSettings } from './settings.ts'

export { leagueExpected } from './expected.ts'
export { leagueLegSummary, leaguePicksOf, leagueRiskLegs, leagueTicketsOnMatch } from './leg-store.ts'
export { leagueBetRetention, leagueLegRanges } from './retention.ts'
export type { SettledChunk } from './settle.ts'

type Deps = {
  readonly config: Pick<Config, 'betQueueMs' | 'settlementChunkLegs'>
  readonly db: Db
  /** The connection pool that only money commands use. */
  readonly moneyDb: Db
  readonly turns: Turns
  readonly live: Live
  readonly log: Log
  readonly ledger: Ledger
  readonly country: Country
  readonly settings: Settings
  readonly betting: Betting
  readonly tickets: Tickets
  readonly prices: LeaguePrices
  readonly events: TicketEvents
}

type Place = typeof calls.place
type Page = Received<typeof leagueBets.betHistory>
export type LeagueBets = Awaited<ReturnType<typeof openLeagueBets>>

/** Whether a pick is of another product. A pick on an unknown market is treated as not on offer. */
const isForeign = ({ marketId }: SlipPick) => !isLeagueMarket(marketId) && market(marketId) !== undefined
const foreignPick = 'Only picks of the virtual league can be on this slip'
const noBoost: BoostRules = { table: [], minLeg: price(1010n), cap: money(0n) }

/** Opens the league bets: placement, validation, settlement and history. */
export async function openLeagueBets(deps: Deps) {
  const { db, ledger, country, settings, betting, tickets, live, events } = deps
  settings.declare(leagueSettings)
  const { code } = country
  const rules = await openRules(db, { code: `${code}-league`, boost: noBoost, maxPayout: country.league.maxPayout })
  const offers = openLeagueOffers(deps.prices)
  tickets.register('league', matchTickets({ legFacts: leagueLegFacts }, leagueProof, leagueLegsOf))
  betting.registerQuotes(quotesOf(db, offers, () => leagueRules(settings.now()).limits.minStake))
  let closing = false

  const { place, isFull } = openPlacing({
    ...deps,
    product: 'league',
    offers,
    rules() {
      const now = leagueRules(settings.now())
      return { ...now, ...rules.stamp({ boost: noBoost, cap: now.limits.maxPayout }), liveDelayS: 0 }
    },
    legs: leagueRiskLegs,
    insertBets: async (tx, bets) => void (await Promise.all([insertTickets(tx, bets), insertLegs(tx, bets)])),
    pickError: (pick) => (isForeign(pick) ? foreignPick : undefined),
    queueMsMax: deps.config.betQueueMs,
    matchFacts: (matchIds) => offers.newFacts(deps.moneyDb, matchIds),
  })

  async function publish({ bets, changed, paid }: SettledChunk): Promise<void> {
    if (bets > 0) events.settled(bets)
    tickets.publish(changed)
    await ledger.publishBalances(live, paid)
  }

  const pageOf = async (bettor: bigint, page: Page, old: boolean) => {
    const { data, meta } = await tickets.list(bettor, { ...page, product: 'league', old })
    return { status: 200, data, meta }
  }

  return {
    isFull,

    /** Places a bet once. Reads its matches before the transaction, which then reads only the states of their rounds. */
    async place(input: Received<Place>, session: Session): Promise<Outcome<Answer<Place>, Failure<Place>>> {
      // If this read fails, the transaction reads the matches again or refuses the bet as overloaded.
      await offers.load(deps.moneyDb, matchIdsOf(input.slip)).catch(() => undefined)
      return place(input, session)
    },

    /** Settles the bets on a finished or void round, once. Rejects if the settlement is unfinished: the caller repeats it. */
    async settleRound(outcome: RoundOutcome): Promise<void> {
      const chunkLegs = deps.config.settlementChunkLegs
      const settled = await settleRound({ db, ledger, rules, chunkLegs }, outcome, {
        publish,
        mayContinue: () => !closing,
      })
      if (!settled) throw new Error('the server is closing')
    },

    /** The bettor's league bets that are open or were settled today, newest first. */
    history: (bettor: bigint, page: Page) => pageOf(bettor, page, false),
    /** The bettor's league bets that were settled before today, newest first. */
    oldBets: (bettor: bigint, page: Page) => pageOf(bettor, page, true),

    /** One league bet, by its id or by the id of the command that placed it. */
    async bet(bettor: bigint, betId: string): Promise<Outcome<Answer<typeof calls.bet>, 'not_found'>> {
      const found = await tickets.bet(bettor, betId)
      return found.ok && found.value.data.product === 'league' ? done(found.value) : refused('not_found')
    },

    /** Lets the running chunks finish and starts no more. */
    close: () => void (closing = true),
  }
}

const matchIdsOf = (slip: Received<Place>['slip']) =>
  slip.flatMap(({ match_id }) => (/^\d{8}$/.test(match_id) ? [Number(match_id)] : []))

function quotesOf(db: Db, offers: LeagueOffers, minStake: PickQuotes['minStake']): PickQuotes {
  return {
    owns: ({ marketId }) => isLeagueMarket(marketId),
    product: 'league',
    minStake,
    async currentLegs(picks) {
      const found = await offers.currentOffers(db, linesOf(picks))
      const byKey = new Map(found.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
      const legs = picks.map((pick) =>
        pricedLeg(pick, byKey.get(offerKey(pick.matchId, pick.marketId, pick.line ?? ''))),
      )
      return { legs, live: false }
    },
  }
}
