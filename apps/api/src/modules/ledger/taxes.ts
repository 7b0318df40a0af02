import { pastTaxFault, taxFault, taxesOn, type Country, type GrossTaxRule, type TaxRule } from '#country/country'
import { choices, days, plainPercentTexts, setting, tables, type Values } from '#modules/settings/settings'

const ratesMax = 60

/** The setting of taxes: what the state takes, from which day on. */
export const taxSettings = {
  rates: setting<readonly TaxRule[]>({
    group: 'taxes',
    weakens: 'always',
    key: 'taxes.rates',
    name: 'Rates',
    about:
      'The taxes by the day from which each rate holds, until a later row for the same base; 0 ends a tax. What was paid before keeps its tax.',
    kind: tables<TaxRule>({
      columns: {
        from: { head: 'From', kind: days },
        kind: { head: 'Tax', kind: choices(['excise', 'withholding']) },
        base: { head: 'On each', kind: choices(['deposit', 'withdrawal', 'stake', 'win']) },
        percent: { head: 'Percent', kind: plainPercentTexts(50) },
      },
      rowsMax: ratesMax,
      rule: (rates) =>
        new Set(rates.map(({ from, base }) => `${from} ${base}`)).size < rates.length
          ? 'A base has one rate a day'
          : undefined,
    }),
    defaultOf: ({ country }) => country.taxes,
    check: ({ before, after, at, country: { timeZone } }) => taxFault({ before, after, at, timeZone }),
  }),
  gross: setting<readonly GrossTaxRule[]>({
    group: 'taxes',
    weakens: 'always',
    key: 'taxes.gross',
    name: 'Of the gross result',
    about:
      'The part of the gross result that is due for each month that ends from a day on, until a later row; 0 ends the tax.',
    kind: tables<GrossTaxRule>({
      columns: { from: { head: 'From', kind: days }, percent: { head: 'Percent', kind: plainPercentTexts(100) } },
      rowsMax: ratesMax,
      rule: (rates) => (new Set(rates.map(({ from }) => from)).size < rates.length ? 'Name each day once' : undefined),
    }),
    defaultOf: ({ country }) => country.grossTaxes ?? [],
    check: ({ before, after, at, country: { timeZone } }) => pastTaxFault({ before, after, at, timeZone }),
  }),
}

type Taxed = Pick<Country, 'taxes' | 'timeZone'>

/** The taxes by these values. */
export const taxesOf = (values: Values, { timeZone }: Pick<Country, 'timeZone'>): Taxed => ({
  timeZone,
  taxes: values(taxSettings.rates),
})

/** The taxes on the gross result by these values. */
export const grossTaxesOf = (values: Values): readonly GrossTaxRule[] => values(taxSettings.gross)

/** The rates by these values on the day of a moment. */
export const ratesOf = (values: Values, country: Pick<Country, 'timeZone'>, at: Date): ReturnType<typeof taxesOn> =>
  taxesOn(taxesOf(values, country), at)
