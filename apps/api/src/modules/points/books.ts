import { done, type Outcome } from '@nare/contract/outcome'
import type { operatorPoints } from '@nare/contract/operator-rewards'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import { dayIn, type Country, type PointRules } from '#country/country'
import { bonusCostView, type Bonus } from '#modules/bonus/bonus'
import type { Ledger, TransferKind } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import { daySpan, type Days } from '#platform/day-span'
import type { Db } from '#platform/db'
import { worthOf } from './rules.ts'

export type BooksDeps = {
  readonly db: Db
  readonly clock: Pick<Clock, 'date'>
  readonly country: Pick<Country, 'timeZone'>
  /** The rules of points now. */
  readonly rules: () => PointRules
  readonly ledger: Pick<Ledger, 'houseBalance' | 'houseFlows'>
  readonly bonus: Pick<Bonus, 'costs'>
}

type Books = Answer<typeof operatorPoints.pointBooks>

const kinds = {
  earned: 'points_earned',
  prizes: 'points_prize',
  promotions: 'points_promotion',
  added: 'points_adjusted',
  taken_back: 'points_taken_back',
  redeemed: 'points_redeemed',
  expired: 'points_expired',
  deducted: 'points_deducted',
} as const satisfies Readonly<Record<string, TransferKind>>
const issuing = ['earned', 'prizes', 'promotions', 'added'] as const
const ending = ['taken_back', 'redeemed', 'expired', 'deducted'] as const

const daysMax = 366
const usualDays = 30
const dayMs = 86_400_000

/** Opens the figures of points: what was issued and how it ended within days of the country, from the ledger's sums by hours. */
export function openBooks({ db, clock, country, rules, ledger, bonus }: BooksDeps) {
  const worth = (points: bigint): string => formatMoney(money(worthOf(points, rules().redeem)))

  return async function pointBooks(given: { readonly [Day in keyof Days]?: Days[Day] | undefined }): Promise<
    Outcome<Books, 'invalid_input'>
  > {
    const to = given.to ?? dayIn(country.timeZone, clock.date())
    const from = given.from ?? new Date(Date.parse(to) - (usualDays - 1) * dayMs).toISOString().slice(0, 10)
    const span = await daySpan(db, { from, to }, { zone: country.timeZone, most: daysMax })
    if (!span.ok) return span
    const [flows, balance, costs] = await Promise.all([
      ledger.houseFlows('house:points', [span.value]),
      ledger.houseBalance('house:points'),
      bonus.costs('points'),
    ])
    const moved = (kind: TransferKind) => {
      const of = flows.filter((flow) => flow.kind === kind)
      const points = of.reduce((sum, { amount }) => sum + amount, 0n)
      return { points: points < 0n ? -points : points, times: of.reduce((sum, { transfers }) => sum + transfers, 0) }
    }
    const sumOf = (names: readonly (keyof typeof kinds)[]): bigint =>
      names.reduce((sum, name) => sum + moved(kinds[name]).points, 0n)
    const shown = (name: keyof typeof kinds) => {
      const { points, times } = moved(kinds[name])
      return { points: Number(points), times }
    }
    const [issued, gone] = [sumOf(issuing), sumOf(ending)]
    return done({
      data: {
        ...{ from, to },
        ...{ earned: shown('earned'), prizes: shown('prizes'), promotions: shown('promotions'), added: shown('added') },
        ...{ taken_back: shown('taken_back'), redeemed: shown('redeemed'), expired: shown('expired') },
        deducted: shown('deducted'),
        ...{ issued: Number(issued), gone: Number(gone), outstanding: Number(-balance) },
        ...{ value: worth(-balance), issued_value: worth(issued), redeemed_value: worth(moved(kinds.redeemed).points) },
        bonus: bonusCostView(costs.of(), costs),
      },
    })
  }
}
