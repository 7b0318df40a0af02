import { productOf } from '@nare/bets/ticket/accept'
import { boostPercent, type BoostRules } from '@nare/bets/ticket/boost'
import { quote } from '@nare/bets/ticket/quote'
import { pickState, typeOf, type PickState, type PricedLeg } from '@nare/bets/ticket/slip'
import type { betting } from '@nare/contract/betting'
import type { Product } from '@nare/contract/products'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, formatPrice, money, type Money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import { paymentOf, spendableGrants } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { BettingRules } from '../settings.ts'
import { checkedPick, linesOf, offerKey, parsePick, pricedLeg, type Pick } from './slip.ts'

/** The quotes of one product for the picks of its slips. */
export type PickQuotes = {
  /** True if a pick belongs to this product. */
  readonly owns: (pick: Pick) => boolean
  /** Absent for bets on matches. */
  readonly product?: Product
  readonly currentLegs: (picks: readonly Pick[]) => Promise<{ legs: PricedLeg[]; live: boolean; delayS?: number }>
  readonly minStake: () => Money
  /** Absent for a product without boosts. */
  readonly boost?: () => BoostRules
}

type Deps = {
  db: Db
  ledger: { readonly balances: Ledger['balances'] }
  catalog: Catalog
  clock: Clock
  rules: () => BettingRules
  taxes: (product: Product) => Answer<Validate>['tax']
}
type Validate = typeof betting.validate

/** The current prices and states of these picks; `live` if one of their matches is, `delayS` the longest live delay of one of them. Read without locks, so they may be outdated. */
export async function currentLegs(
  { db, catalog }: { db: Db; catalog: Catalog },
  picks: readonly Pick[],
): Promise<{ legs: PricedLeg[]; live: boolean; delayS: number }> {
  const offers = await catalog.offers(db, linesOf(picks))
  const byKey = new Map(offers.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
  const pickOffers = picks.map(({ matchId, marketId, line }) =>
    line === undefined ? undefined : byKey.get(offerKey(matchId, marketId, line)),
  )
  return {
    legs: picks.map((pick, index) => pricedLeg(pick, pickOffers[index])),
    live: pickOffers.some((offer) => offer?.matchState === 'live'),
    delayS: Math.max(0, ...pickOffers.map((offer) => offer?.liveDelayS ?? 0)),
  }
}

export function openQuotes(deps: Deps) {
  const { clock, rules } = deps
  const sports: PickQuotes = {
    owns: () => true,
    currentLegs: (picks) => currentLegs(deps, picks),
    minStake: () => rules().limits.minStake,
    boost: () => rules().boost,
  }
  const otherProducts: PickQuotes[] = []

  /** The part of a sports stake that would be bonus money; 0 if cash is enough, or if cash and bonus money together are not. */
  async function bonusOf(bettor: bigint, stake: Money): Promise<bigint> {
    const { balance: cash, bonus } = await deps.ledger.balances(bettor)
    if (cash >= stake || bonus === 0n) return 0n
    const grants = await spendableGrants(deps.db, { bettors: [bettor], product: 'sports' })
    const payment = paymentOf(stake, { cash, grants: grants.get(bettor) ?? [] })
    return payment ? stake - payment.cash : 0n
  }

  return {
    /** Registers a product whose picks are not on matches of the catalogue. */
    registerQuotes: (product: PickQuotes): void => void otherProducts.push(product),

    /**
     * Quotes a slip and returns the current state of each pick. Refuses nothing: the first pick decides the product of the slip, and
     * picks of another product are closed. `bonus` is the part of the stake that would be bonus money of this bettor. Winnings,
     * odds and boost are those of the picks that can still be bet on, suspended picks included.
     */
    async validate(input: Received<Validate>, bettor?: bigint): Promise<Answer<Validate>> {
      const picks = input.slip.map(parsePick)
      const product = otherProducts.find(({ owns }) => picks.slice(0, 1).some(owns)) ?? sports
      const { legs, live, delayS = 0 } = await product.currentLegs(picks)
      const boost = product.boost?.()
      const nowMs = clock.now()
      const bettable = legs.filter((leg) => !isGone(pickState(leg, nowMs)))
      const type = typeOf({
        legs: bettable,
        type: bettable.length === 1 && input.type === 'multi' ? 'single' : input.type,
      })
      const draft = { legs: bettable, stake: input.stake, type, system: input.system }
      const quoted = quote(draft, { nowMs, boost })
      const bonus = product === sports && bettor !== undefined && input.stake ? await bonusOf(bettor, input.stake) : 0n
      const prices = bettable.map((leg) => leg.present ?? leg.expected)
      const qualifying = boost ? prices.filter((at) => at >= boost.minLeg).length : 0
      return {
        data: legs.map((leg) => checkedPick(leg, nowMs)),
        minStake: formatMoney(product.minStake()),
        netWin: quoted.netWin === null ? null : formatMoney(quoted.netWin),
        netWinBoosted: quoted.netWinBoosted === null ? null : formatMoney(quoted.netWinBoosted),
        hasBoost: quoted.hasBoost,
        remaining_games: quoted.remainingGames,
        multiboostmessage: quoted.multiboostmessage,
        slip_has_live_interval: live ? Math.max(rules().liveDelayS, delayS) : 0,
        total_odds: type === 'system' || bettable.length === 0 ? null : formatPrice(productOf(prices)),
        boost_percent: boost && type === 'multi' ? boostPercent(boost, qualifying) : 0,
        ...(bonus > 0n && { bonus: formatMoney(money(bonus)) }),
        tax: deps.taxes(product.product ?? 'sports'),
      }
    },
  }
}

/** True if a pick can never be bet on again; a suspended pick can. */
const isGone = (state: PickState): boolean => state === 'closed' || state === 'started'
