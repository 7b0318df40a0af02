import type { BetView } from '@nare/contract/betting'
import type { ReferredBet } from '@nare/contract/operator-trading-referrals'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import type { Catalog, LegFacts } from '#modules/catalog/catalog'
import type { Tickets } from '#modules/tickets/tickets'
import { invariant } from '#platform/invariant'
import type { PlaceRules } from './decide.ts'
import type { LiveDelay } from './delay.ts'
import { outcomeKey, outcomesAtRisk } from './exposure.ts'
import { partsOf, strictest } from './limits.ts'
import { liabilitiesOf } from './place-store.ts'
import { slipToJudge } from './referral.ts'
import { openReferrals, type ReferralDeps } from './referrals.ts'
import * as store from './referral-store.ts'
import { referralView, referredBetView, unplacedState } from './referral-views.ts'
import { linesOf, offerKey, type Offered, type Pick as SlipPick } from './slip.ts'

type Deps = Omit<ReferralDeps, 'tickets' | 'placeReferred'> & {
  readonly tickets: Pick<Tickets, 'publish' | 'registerUnplaced' | 'bet'>
  readonly catalog: Pick<Catalog, 'offers'>
  readonly background: LiveDelay['background']
  readonly placeReferred: ReferralDeps['placeReferred'] | undefined
  readonly placeRules: () => Pick<PlaceRules, 'levels' | 'liabilityMax' | 'handLiabilityMax'>
  readonly matchFacts: (matchIds: readonly number[]) => Promise<ReadonlyMap<number, LegFacts>>
}

const listMax = 500

/** A waiting bet for traders, without what other areas know of its bettor. */
export type WaitingReferral = Omit<ReferredBet, 'bettor'> & { readonly bettor: bigint }

const idOrCommand = /^(\d{1,18}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** Opens the bets that wait for a trader, and shows them to their bettors and to traders. */
export function openReferredBets({ placeReferred, ...deps }: Deps) {
  invariant(placeReferred, 'bets on matches have no delay')
  const { db, catalog, tickets } = deps
  const referrals = openReferrals({ ...deps, placeReferred })

  async function viewsOf(rows: readonly store.ReferralRow[]): Promise<BetView[]> {
    const facts = await deps.matchFacts(rows.flatMap(({ slip }) => slip.picks.map(({ match_id }) => Number(match_id))))
    return rows.map((row) => referredBetView(row, facts))
  }

  tickets.registerUnplaced({
    async find(bettor, id) {
      const row = idOrCommand.test(id) ? await store.referralOf(db, { id, bettor }) : undefined
      const [view] = row && row.state !== 'placed' ? await viewsOf([row]) : []
      return view
    },
    async states(betIds) {
      const rows = await store.referralsOf(db, betIds)
      return rows.filter(({ state }) => state !== 'placed').map(unplacedState)
    },
    recent: async (bettors) => (await store.recentReferrals(db, bettors)).map(unplacedState),
  })

  /** A bet as its bettor sees it now: the placed one, or what became of it. */
  async function viewNow(row: store.ReferralRow): Promise<BetView> {
    const placed = row.state === 'placed' ? await tickets.bet(row.bettor, row.betId.toString()) : undefined
    if (placed?.ok) return placed.value.data
    const [view] = await viewsOf([row])
    invariant(view, 'a referral has no view')
    return view
  }

  /** What is needed to decide the bets that wait: present prices, what happened since, and what the house may lose already. */
  async function list(): Promise<WaitingReferral[]> {
    const rows = await store.openReferrals(db, listMax)
    const picks = new Map<bigint, readonly SlipPick[]>(rows.map((row) => [row.betId, slipToJudge(row).picks]))
    const all = [...picks.values()].flat()
    const [views, offers, risks] = await Promise.all([
      viewsOf(rows),
      catalog.offers(db, linesOf(all)),
      liabilitiesOf(db, all.flatMap(outcomesAtRisk)),
    ])
    const offered = new Map(offers.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
    const liability = new Map(risks.map((risk) => [outcomeKey(risk), risk.liability]))
    const { levels, liabilityMax: base, handLiabilityMax } = deps.placeRules()
    /** The outcome of a pick with the least room, as a combination counts on those of its parts too. */
    const tightestOf = (pick: SlipPick, offer: Offered | undefined) => {
      const ofHand = offer?.isByHand ? handLiabilityMax : undefined
      const [tightest] = outcomesAtRisk(pick)
        .map((one) => {
          const level = partsOf({ ...pick, marketId: one.marketId }, offer)
          const { amount: most } = strictest({ rules: levels, kind: 'liability', base }, level, ofHand)
          const used = liability.get(outcomeKey(one)) ?? 0n
          return { used, most, room: most - used }
        })
        .toSorted((a, b) => (a.room === b.room ? 0 : a.room < b.room ? -1 : 1))
      return tightest
    }
    return rows.map((row, at) => {
      const view = views[at]
      invariant(view, 'a referral has no view')
      const legs = view.legs.map((leg, n) => {
        const pick = picks.get(row.betId)?.[n]
        const offer =
          pick?.line === undefined ? undefined : offered.get(offerKey(pick.matchId, pick.marketId, pick.line))
        const tightest = pick && tightestOf(pick, offer)
        const now = pick && offer && !offer.suspended ? offer.prices[offer.keys.indexOf(pick.oddKey)] : undefined
        return {
          ...leg,
          present: now === undefined || now === null ? null : formatPrice(price(now)),
          liability: formatMoney(money(tightest?.used ?? 0n)),
          liability_max: formatMoney(tightest?.most ?? base),
          interrupted: !offer || row.slip.interruptions[String(offer.matchId)] !== offer.breaks,
        }
      })
      const id = row.betId.toString()
      return {
        ...referralView(row),
        ...{
          id,
          bet_id: id,
          at: row.createdAt.toISOString(),
          bettor: row.bettor,
          type: row.type,
          legs,
          in_play: row.inPlay,
        },
        stake: formatMoney(money(row.stake)),
        bonus_stake: formatMoney(money(row.bonusStake)),
        possible_win: formatMoney(money(row.possibleWin)),
        total_odds: row.totalOdds === null ? null : formatPrice(price(row.totalOdds)),
      }
    })
  }

  return { ...referrals, viewNow, list, viewOf: referralView }
}

export type ReferredBets = ReturnType<typeof openReferredBets>
