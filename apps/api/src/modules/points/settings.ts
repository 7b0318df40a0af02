import { price } from '@nare/money/money'
import { products } from '@nare/contract/products'
import type { EarnRule, PointRules } from '#country/country'
import { choices, optional, prices, setting, shillings, tables, whole, type Values } from '#modules/settings/settings'

const points = { group: 'points', weakens: 'up' } as const
const odds = prices({ least: price(1000n), most: price(100_000n) })
const amount = shillings({ least: 1, most: 100_000 })

/** How points are earned, as a table. */
export const earnTable = tables<EarnRule>({
  columns: {
    product: { head: 'Product', kind: choices(products) },
    points: { head: 'Points', kind: whole({ least: 1, most: 10_000, unit: 'points' }) },
    per: { head: 'For each', kind: amount },
    leastOdds: { head: 'Odds from', kind: optional(odds) },
  },
  rowsMax: products.length,
  rule: (rows) =>
    new Set(rows.map(({ product }) => product)).size < rows.length ? 'Name each product once' : undefined,
})

/** The settings of points. */
export const pointSettings = {
  earn: setting<readonly EarnRule[]>({
    ...points,
    weakens: 'always',
    key: 'points.earn',
    name: 'Earned',
    about:
      'The points for each whole amount of a settled stake at these total odds or more. A product without a row earns none. A bet that has earned keeps its rule.',
    kind: earnTable,
    defaultOf: ({ country }) => country.points.earn,
  }),
  redeem: setting<PointRules['redeem']>({
    ...points,
    weakens: 'always',
    key: 'points.redeem',
    name: 'Redeemed',
    about: 'What points are worth in bonus money; larger rows are used first. What was redeemed before stays.',
    kind: tables<PointRules['redeem'][number]>({
      columns: {
        points: { head: 'Points', kind: whole({ least: 1, most: 1_000_000, unit: 'points' }) },
        bonus: { head: 'Bonus', kind: amount },
      },
      rowsMin: 1,
      rowsMax: 10,
      rule(rows) {
        const least = Math.min(...rows.map((row) => row.points))
        if (new Set(rows.map((row) => row.points)).size < rows.length) return 'Name each number of points once'
        return rows.some((row) => row.points % least !== 0) ? `Each row is a multiple of ${least} points` : undefined
      },
    }),
    defaultOf: ({ country }) => country.points.redeem,
  }),
  expiresDays: setting({
    ...points,
    key: 'points.expires_days',
    name: 'Expire after',
    about: 'After how many days new points expire. Points that exist keep their day.',
    kind: whole({ least: 30, most: 3_650, unit: 'days' }),
    defaultOf: ({ country }) => country.points.expiresDays,
  }),
  wagerTimes: setting({
    ...points,
    weakens: 'down',
    key: 'points.wager_times',
    name: 'Wagering of redeemed points',
    about:
      'How many times bonus money for points is wagered before it is cash. Bonus money that was given keeps its terms.',
    kind: whole({ least: 1, most: 50, unit: 'times' }),
    defaultOf: ({ country }) => country.points.bonus.wagerTimes,
  }),
  minOdds: setting({
    ...points,
    weakens: 'down',
    key: 'points.wager_odds',
    name: 'Odds of that wagering',
    about: 'The lowest odds of bets that count for it.',
    kind: odds,
    defaultOf: ({ country }) => country.points.bonus.minOdds,
  }),
  bonusDays: setting({
    ...points,
    key: 'points.bonus_days',
    name: 'Days of that bonus money',
    about: 'For how many days bonus money for points is valid.',
    kind: whole({ least: 1, most: 365, unit: 'days' }),
    defaultOf: ({ country }) => country.points.bonus.days,
  }),
  adjustAloneMax: setting({
    group: 'second person',
    weakens: 'up',
    key: 'points.adjust_alone_max',
    name: 'Points by one person',
    about: 'How many points one person adds or takes in 24 hours alone, of all bettors together.',
    kind: whole({ least: 0, most: 10_000_000, unit: 'points' }),
    defaultOf: ({ country }) => country.points.adjustAloneMax,
  }),
}

/** The rules of points by these values. */
export const pointRules = (values: Values): PointRules => ({
  earn: values(pointSettings.earn),
  redeem: values(pointSettings.redeem),
  expiresDays: values(pointSettings.expiresDays),
  bonus: {
    wagerTimes: values(pointSettings.wagerTimes),
    minOdds: values(pointSettings.minOdds),
    days: values(pointSettings.bonusDays),
  },
  adjustAloneMax: values(pointSettings.adjustAloneMax),
})

/** The rule of a product as text, to be kept; undefined if it earns nothing. */
export function ruleText(rules: readonly EarnRule[], product: EarnRule['product']): string | undefined {
  const rule = rules.find((one) => one.product === product)
  return rule && String(earnTable.write([rule]))
}

/** The rules of a kept text; undefined if this release cannot read it. */
export function keptRules(text: string | null | undefined): readonly EarnRule[] | undefined {
  const read = text === null || text === undefined ? undefined : earnTable.read(text)
  return read && 'value' in read ? read.value : undefined
}
