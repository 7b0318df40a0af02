import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Product } from '@nare/contract/products'
import type { OperatedGame } from '@nare/contract/operator-games'
import { formatMoney } from '@nare/money/money'
import type { Casino, GameProvider } from '#modules/casino/casino'
import type { Catalog } from '#modules/catalog/catalog'
import type { Games } from '#modules/games/games'
import type { Identity, Kyc } from '#modules/identity/identity'
import type { Jackpots } from '#modules/jackpot/jackpot'
import type { League } from '#modules/league/league'
import type { Payments, ProviderName } from '#modules/payments/payments'
import type { Protection } from '#modules/protection/protection'
import type { Db } from '#platform/db'
import type { Page } from '#platform/paging'
import { findingActions, type FindingDeps } from './finding-actions.ts'
import { jackpotActions } from './jackpot-actions.ts'
import { openLogged, type By } from './logged.ts'
import { rewardActions, type RewardDeps } from './reward-actions.ts'
import { auditLines, type AuditFilter } from './store.ts'

export { operatorTokens } from './tokens.ts'
export type Operator = ReturnType<typeof openOperator>

type MatchDeps = { readonly catalog: Pick<Catalog, 'suspend' | 'reopen' | 'eventVersions'> }

export type OperatorDeps = RewardDeps &
  FindingDeps &
  MatchDeps & {
    readonly db: Db
    readonly country: { readonly timeZone: string }
    readonly payments: Pick<Payments, 'operator'>
    readonly kyc: Pick<Kyc, 'operator'>
    readonly identity: Pick<Identity, 'bettorFacts'>
    readonly protection: Pick<Protection, 'pauseProduct' | 'productPauses'>
    readonly league: Pick<League, 'stops' | 'pause'>
    readonly games: Pick<Games, 'settings' | 'pause' | 'limit'>
    readonly casino: Pick<Casino, 'house' | 'providers' | 'catalogue'>
    readonly jackpots: Pick<Jackpots, 'operator'>
  }

/**
 * The operators' actions. Each change is written to the audit log with its reason before it is made, and its outcome afterwards. The rules
 * are in the areas that make the changes.
 */
export function openOperator({
  db,
  country,
  payments,
  kyc,
  catalog,
  identity,
  protection,
  league,
  games,
  casino,
  jackpots,
  points,
  boards,
}: OperatorDeps) {
  const { operator: money } = payments

  const logged = openLogged(db)

  return {
    logged,

    assignedTotals: money.assignedTotals,
    reviews: money.reviews,
    identityChecks: kyc.operator.queue,

    /** The audit log, newest first. */
    audit: (filter: Omit<AuditFilter, 'zone'>, page: Page) =>
      auditLines(db, { ...filter, zone: country.timeZone }, page),

    decideWithdrawal: (withdrawal: bigint, approve: boolean, { operator, reason }: By) =>
      logged(
        { operator, reason, action: 'withdrawal.decide', subject: `withdrawal ${withdrawal}`, facts: { approve } },
        () => money.decide({ withdrawal, operator, approve }),
      ),

    resendWithdrawal: (withdrawal: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'withdrawal.resend', subject: `withdrawal ${withdrawal}`, facts: {} }, () =>
        money.resend(withdrawal),
      ),

    /** Proposes or confirms the end of a payout that the provider does not end. */
    endWithdrawal(given: Omit<Parameters<typeof money.endPayout>[0], keyof By>, { operator, reason }: By) {
      const { withdrawal, outcome, receipt, reference, amount } = given
      const facts = {
        outcome,
        ...(receipt !== undefined && { receipt }),
        ...(reference !== undefined && { reference }),
        ...(amount !== undefined && { amount: amount.toString() }),
      }
      return logged({ operator, reason, action: 'withdrawal.end', subject: `withdrawal ${withdrawal}`, facts }, () =>
        money.endPayout({ ...given, operator, reason }),
      )
    },

    creditReturn: (deposit: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'deposit.credit', subject: `deposit ${deposit}`, facts: {} }, () =>
        money.creditReturn({ deposit, operator }),
      ),

    /** Assigns an unmatched payment to a bettor, who must exist. */
    assignUnmatched(
      given: Pick<Parameters<typeof money.assignPaybill>[0], 'provider' | 'receipt' | 'bettor'>,
      { operator, reason }: By,
    ) {
      const { provider, receipt, bettor } = given
      const facts = { provider, receipt, bettor: bettor.toString() }
      return logged(
        { operator, reason, action: 'unmatched.assign', subject: `receipt ${receipt}`, facts },
        async () => {
          if (!(await identity.bettorFacts([bettor])).has(bettor)) return refused('not_found')
          return money.assignPaybill({ provider, receipt, bettor, operator })
        },
      )
    },

    nameReceipt: (deposit: bigint, receipt: string, { operator, reason }: By) =>
      logged({ operator, reason, action: 'deposit.receipt', subject: `deposit ${deposit}`, facts: { receipt } }, () =>
        money.nameReceipt({ deposit, receipt }),
      ),

    endDeposit: (deposit: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'deposit.fail', subject: `deposit ${deposit}`, facts: {} }, () =>
        money.endUnknown(deposit),
      ),

    giveBack: (deposit: bigint, msisdn: string, { operator, reason }: By) =>
      logged({ operator, reason, action: 'deposit.return', subject: `deposit ${deposit}`, facts: { msisdn } }, () =>
        money.sendReturn({ deposit, msisdn, operator }),
      ),

    resumeProvider: (provider: ProviderName, { operator, reason }: By) =>
      logged({ operator, reason, action: 'provider.resume', subject: `provider ${provider}`, facts: {} }, () =>
        money.endFaults({ provider, operator }),
      ),

    confirmRegistration: (provider: ProviderName, { operator, reason }: By) =>
      logged({ operator, reason, action: 'provider.registered', subject: `provider ${provider}`, facts: {} }, () =>
        money.confirmRegistration({ provider, operator }),
      ),

    resolveReview: (id: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'review.resolve', subject: `review ${id}`, facts: {} }, () =>
        found(money.resolveReview(id), 'resolved' as const),
      ),

    /** One picture of a bettor's documents. Every view is logged. */
    identityPicture: (id: bigint, kind: Parameters<typeof kyc.operator.picture>[1], { operator, reason }: By) =>
      logged({ operator, reason, action: 'identity.picture', subject: `check ${id}`, facts: { kind } }, async () => {
        const picture = await kyc.operator.picture(id, kind)
        return picture ? ({ ok: true, value: picture } as const) : refused('not_found')
      }),

    decideIdentityCheck: (id: bigint, approve: boolean, { operator, reason }: By) =>
      logged({ operator, reason, action: 'identity.decide', subject: `check ${id}`, facts: { approve } }, () =>
        kyc.operator.decide({ id, approve, operator, reason }),
      ),

    /** Requires an identity check before any further payout. */
    requireIdentity: (bettor: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'identity.want', subject: `bettor ${bettor}`, facts: {} }, () =>
        found(kyc.operator.require({ bettor, by: operator, reason }), 'wanted' as const),
      ),

    /** All versions of the events of a match; undefined if the match does not exist. */
    matchEvents: catalog.eventVersions,

    /** Suspends a match for bets immediately, or reopens it. */
    suspendMatch: (matchId: number, suspend: boolean, { operator, reason }: By) =>
      logged({ operator, reason, action: 'match.suspend', subject: `match ${matchId}`, facts: { suspend } }, () =>
        found(suspend ? catalog.suspend(matchId, operator) : catalog.reopen(matchId, operator), 'done' as const),
      ),

    ...findingActions({ catalog, boards }, logged),

    leagueStops: league.stops,

    /** Pauses betting on the next rounds of a league competition, or resumes it. */
    pauseLeague: (competitionId: string, paused: boolean, { operator, reason }: By) =>
      logged(
        { operator, reason, action: 'league.pause', subject: `competition ${competitionId}`, facts: { paused } },
        () =>
          found(
            league.pause({ competitionId, pausedBy: paused ? operator : null }),
            paused ? ('paused' as const) : ('resumed' as const),
          ),
      ),

    gameSettings: games.settings,

    /** Pauses an own game for new rounds, or resumes it. */
    pauseGame: (game: OperatedGame, paused: boolean, { operator, reason }: By) =>
      logged({ operator, reason, action: 'game.pause', subject: `game ${game}`, facts: { paused } }, async () => {
        await games.pause(game, paused ? operator : null)
        return done(paused ? ('paused' as const) : ('resumed' as const))
      }),

    /** Sets the limits of an own game for new rounds. Limits that are left out get the country's values. */
    limitGame(game: OperatedGame, limits: Parameters<typeof games.limit>[1], { operator, reason }: By) {
      const set = Object.entries(limits).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, formatMoney(value)]],
      )
      return logged(
        { operator, reason, action: 'game.limit', subject: `game ${game}`, facts: Object.fromEntries(set) },
        () => games.limit(game, limits),
      )
    },

    casinoProviders: casino.providers,
    casinoStops: casino.house.stops,
    casinoRounds: casino.house.rounds,
    casinoRound: casino.house.round,

    /** Switches a game provider off for new stakes, or on again. */
    switchCasinoProvider: (provider: GameProvider, on: boolean, { operator, reason }: By) =>
      logged(
        { operator, reason, action: 'casino.provider', subject: `provider ${provider}`, facts: { on } },
        async () => {
          await casino.house.switchProvider({ provider, on, operator })
          casino.catalogue.providerSwitched()
          return done(on ? ('on' as const) : ('off' as const))
        },
      ),

    casinoCatalogue: casino.catalogue.read,

    /** Switches a game of the casino off or on, or moves it in the lobby. */
    changeCasinoGame(change: Parameters<typeof casino.catalogue.changeGame>[0], { operator, reason }: By) {
      const { gameId, isOn, place } = change
      const facts = { ...(isOn !== undefined && { on: isOn }), ...(place !== undefined && { place: String(place) }) }
      return logged({ operator, reason, action: 'casino.game', subject: `game ${gameId}`, facts }, () =>
        found(casino.catalogue.changeGame(change, operator), 'done' as const),
      )
    },

    /** Closes a round that the provider has left open. */
    closeCasinoRound: (id: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'casino.round', subject: `casino round ${id}`, facts: {} }, () =>
        found(casino.house.closeRound(id, operator), 'closed' as const),
      ),

    ...jackpotActions(jackpots.operator, logged),

    ...rewardActions({ points, boards }, logged),

    productPauses: protection.productPauses,

    /** Pauses a product for new stakes, or resumes it. Open tickets are still settled. */
    pauseProduct: (product: Product, paused: boolean, { operator, reason }: By) =>
      logged(
        { operator, reason, action: 'product.pause', subject: `product ${product}`, facts: { paused } },
        async () => {
          await protection.pauseProduct({ product, paused, operator })
          return done(paused ? ('paused' as const) : ('resumed' as const))
        },
      ),
  }
}

async function found<T>(exists: Promise<boolean>, value: T): Promise<Outcome<T, 'not_found'>> {
  return (await exists) ? { ok: true, value } : refused('not_found')
}
