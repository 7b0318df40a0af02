import type { points as contract, PointReason } from '@nare/contract/points'
import type { Answer } from '@nare/contract/route'
import { formatMoney, formatPrice, price } from '@nare/money/money'
import { dayIn, type Country } from '#country/country'
import type { Bonus } from '#modules/bonus/bonus'
import type { Settings } from '#modules/settings/settings'
import type { Ledger, TransferKind } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { metaOf, type Page } from '#platform/paging'
import { openAdjust } from './adjust.ts'
import { openBooks } from './books.ts'
import { earnFromFeed } from './earning.ts'
import { expirePoints } from './expiry.ts'
import { openPurse, type Award } from './purse.ts'
import { openRedeem } from './redeem.ts'
import { adjustedTotals, doneAdjustments } from './store.ts'
import { pointRules, pointSettings } from './settings.ts'

export type { Award, AwardReason } from './purse.ts'
export { pointsOf, valueOf100, worthOf } from './rules.ts'
export { verifyPoints } from './verify.ts'
export { pointsOfBettor } from './own-rows.ts'

type Lang = 'en' | 'sw'

/** The promotion that currently introduces points: its image, its title and its end. */
export type PointsPromotion = { readonly title: string; readonly image: string; readonly endsAt: Date }

/** Reads the promotion for a bettor; 'none' for a bettor who must not receive promotions. */
type ReadPromotion = (bettor: bigint, lang: Lang) => Promise<PointsPromotion | 'none' | undefined>

export type PointsDeps = {
  readonly db: Db
  /** The connections of commands that move money. */
  readonly moneyDb: Db
  readonly clock: Pick<Clock, 'date'>
  readonly country: Pick<Country, 'timeZone'>
  readonly settings: Pick<Settings, 'now' | 'declare'>
  readonly ledger: Ledger
  readonly background: Background
  readonly bonus: Pick<Bonus, 'grant' | 'hasRoom' | 'costs'>
  /** Publishes the balances of these bettors. */
  readonly publish: (bettors: ReadonlySet<bigint>) => Promise<void>
}

export type Points = ReturnType<typeof openPoints>

const reasons = {
  points_earned: 'earned',
  points_taken_back: 'taken_back',
  points_prize: 'prize',
  points_promotion: 'promotion',
  points_redeemed: 'redeemed',
  points_expired: 'expired',
  points_adjusted: 'adjusted',
  points_deducted: 'adjusted',
} as const satisfies Partial<Record<TransferKind, PointReason>>

const isMove = (kind: string): kind is keyof typeof reasons => Object.hasOwn(reasons, kind)
const defaultTitles: Readonly<Record<Lang, string>> = {
  en: 'Earn points on your bets',
  sw: 'Pata pointi kwenye beti zako',
}

/**
 * Opens points. They are earned on settled tickets by the rules of the country, awarded by contests and promotions, redeemed for bonus money,
 * and expire. Points are ledger money in the currency PTS.
 */
export function openPoints(deps: PointsDeps) {
  const { db, clock, country, ledger, publish } = deps
  deps.settings.declare(pointSettings)
  const rules = () => pointRules(deps.settings.now())
  const purse = openPurse({ ledger, expiresDays: () => rules().expiresDays })
  let promotion: ReadPromotion = async () => undefined

  return {
    /** Awards points once for each id, in the caller's transaction. Returns whether they were awarded now. */
    award: async (tx: Tx, award: Award): Promise<boolean> => (await purse.awardAll(tx, [award]))[0] ?? false,
    /** Awards points to many bettors with one call; see `award`. */
    awardAll: purse.awardAll,

    redeem: openRedeem({ ...deps, rules, purse }),
    /** An operator's adjustment of a bettor's points, for the call. */
    adjustDecision: openAdjust({ ...deps, purse }),
    /** What happened to points in days of the country, for operators. */
    books: openBooks({ ...deps, rules }),
    /** A page of the adjustments that were made, the newest first. */
    doneAdjustments: (page: Page) => doneAdjustments(db, page),
    /** The points that each operator adjusted on each of the last days. */
    adjustedTotals: (days: number) => adjustedTotals(db, { zone: country.timeZone, days }),

    /** Awards the points of settled tickets; see earnFromFeed. */
    earn: (): Promise<void> => earnFromFeed({ db, ledger, purse, rules, publish }),
    /** Expires the points whose days are over; see expirePoints. */
    async expire(): ReturnType<typeof expirePoints> {
      const changed = new Set<bigint>()
      return expirePoints(deps, (bettor) => changed.add(bettor)).finally(() => publish(changed))
    },

    /** Sets the source of the promotion that introduces points: undefined means the default image, 'none' no image. */
    showPromotion(read: ReadPromotion): void {
      promotion = read
    },

    async promoPoints(bettor: bigint, lang: Lang): Promise<Answer<typeof contract.promoPoints>> {
      const [{ points }, current] = await Promise.all([ledger.balances(bettor), promotion(bettor, lang)])
      const standing = {
        title: defaultTitles[lang],
        image: '/icon.svg',
        endsAt: endOfMonth(country.timeZone, clock.date()),
      }
      const { title, image, endsAt } =
        current === 'none' ? { ...standing, title: '', image: '' } : (current ?? standing)
      return { points, promo_image: image, title, end_date: endsAt.toISOString() }
    },

    async history(bettor: bigint, page: Page): Promise<Answer<typeof contract.history>> {
      const { rows, ...paged } = await ledger.pointMoves(bettor, page)
      const data = rows.map(({ at, kind, about, points, balance }) => ({
        at: at.toISOString(),
        points: Number(points),
        reason: isMove(kind) ? reasons[kind] : ('adjusted' as const),
        about: about?.replace(/^points\//, '') ?? null,
        balance: Number(balance),
      }))
      return { data, meta: metaOf(page, paged) }
    },

    /** The rules of points now. */
    rules,

    /** The rules for earning and redeeming points. */
    table(): Answer<typeof contract.table> {
      const { earn, redeem, expiresDays } = rules()
      return {
        data: {
          earn: earn.map(({ product, points, per, leastOdds }) => ({
            product,
            points,
            per: formatMoney(per),
            least_odds: leastOdds === null ? null : formatPrice(price(leastOdds)),
          })),
          redeem: redeem.map(({ points, bonus }) => ({ points, bonus: formatMoney(bonus) })),
          expires_days: expiresDays,
        },
      }
    },
  }
}

/** The first moment of the next month in a time zone whose offset does not change within a month. */
function endOfMonth(timeZone: string, at: Date): Date {
  const [year = 0, month = 1] = dayIn(timeZone, at).split('-').map(Number)
  const utc = Date.UTC(year, month, 1)
  const local = new Date(new Date(utc).toLocaleString('en-US', { timeZone }))
  const asUtc = new Date(new Date(utc).toLocaleString('en-US', { timeZone: 'UTC' }))
  return new Date(utc - (local.getTime() - asUtc.getTime()))
}
