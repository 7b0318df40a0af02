import { productOf } from '@nare/bets/accept'
import { boostPercent } from '@nare/bets/boost'
import { quote } from '@nare/bets/quote'
import { typeOf, type PricedLeg } from '@nare/bets/slip'
import type { betting } from '@nare/contract/betting'
import type { Answer, Received } from '@nare/contract/route'
import { formatMoney, formatPrice } from '@nare/money/money'
import { taxesOn, type Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { checkedPick, offerKey, priced, readPick, wanted, type Pick } from './slip.ts'

type Deps = { db: Db; catalog: Catalog; clock: Clock; country: Country }
type Validate = typeof betting.validate

/** What is true of these picks now, and whether a match among them is live. Nothing is locked: it may change at once. */
export async function presentLegs(
  { db, catalog }: { db: Db; catalog: Catalog },
  picks: readonly Pick[],
): Promise<{ legs: PricedLeg[]; live: boolean }> {
  const offers = await catalog.offers(db, wanted(picks))
  const byKey = new Map(offers.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
  const found = picks.map(({ matchId, marketId, line }) =>
    line === undefined ? undefined : byKey.get(offerKey(matchId, marketId, line)),
  )
  return {
    legs: picks.map((pick, index) => priced(pick, found[index])),
    live: found.some((offer) => offer?.matchState === 'live'),
  }
}

export function openQuotes(deps: Deps) {
  const { country, clock } = deps
  return {
    /** Values a slip and tells the present state of its picks. Refuses nothing. */
    async validate(input: Received<Validate>): Promise<Answer<Validate>> {
      const { legs, live } = await presentLegs(deps, input.slip.map(readPick))
      const nowMs = clock.now()
      const draft = { legs, stake: input.stake, type: input.type, system: input.system }
      const worth = quote(draft, { nowMs, boost: country.boost })
      const prices = legs.map((leg) => leg.present ?? leg.expected)
      const qualifying = prices.filter((at) => at >= country.boost.minLeg).length
      const type = typeOf(draft)
      return {
        data: legs.map((leg) => checkedPick(leg, nowMs)),
        minStake: formatMoney(country.minStake),
        netWin: worth.netWin === null ? null : formatMoney(worth.netWin),
        netWinBoosted: worth.netWinBoosted === null ? null : formatMoney(worth.netWinBoosted),
        hasBoost: worth.hasBoost,
        remaining_games: worth.remainingGames,
        multiboostmessage: worth.multiboostmessage,
        slip_has_live_interval: live ? country.liveDelayS : 0,
        total_odds: type === 'system' ? null : formatPrice(productOf(prices)),
        boost_percent: type === 'multi' ? boostPercent(country.boost, qualifying) : 0,
        tax: taxesOn(country, clock.date()),
      }
    },
  }
}
