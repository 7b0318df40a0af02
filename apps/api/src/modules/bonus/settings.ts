import { price } from '@nare/money/money'
import { products } from '@nare/contract/products'
import type { WagerShare } from '#country/country'
import { choices, plainPercents, prices, setting, tables } from '#modules/settings/settings'

/** The settings of bonus money. Its other terms belong to each promotion. */
export const bonusSettings = {
  wagerShares: setting<readonly WagerShare[]>({
    group: 'bonus',
    weakens: 'always',
    key: 'bonus.wager_shares',
    name: 'Wagering by product',
    about:
      'How much of what a bet had at risk counts for wagering, by product and lowest odds; the last row that fits counts, and a product without a row counts nothing. It holds for bets that are counted from then on.',
    kind: tables<WagerShare>({
      columns: {
        product: { head: 'Product', kind: choices(products) },
        leastOdds: { head: 'Odds from', kind: prices({ least: price(1000n), most: price(100_000n) }) },
        percent: { head: 'Percent', kind: plainPercents(100) },
      },
      rowsMax: 20,
      rule: (rows) =>
        rows.every(({ percent }) => Number.isInteger(percent)) ? undefined : 'Wagering counts by whole percent',
    }),
    defaultOf: ({ country }) => country.bonus.wagerShares,
  }),
}
