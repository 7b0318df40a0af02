import { products, type Product } from '@nare/contract/products'
import type { WinTax } from '@nare/money/tax'
import {
  dayIn,
  pastTaxFault,
  taxFault,
  taxesOn,
  winTaxOn,
  type Country,
  type GrossTaxRule,
  type TaxRule,
} from '#country/country'
import { choices, days, plainPercentTexts, setting, tables, type Kind, type Values } from '#modules/settings/settings'

const ratesMax = 60

/** What a rate is of, as a cell: "deposit", "win", "win sports" for one product, "win sports gross" of its whole payouts. */
type RateRow = Omit<TaxRule, 'base' | 'product' | 'of'> & { readonly base: string }

const baseCells: readonly string[] = [
  ...['deposit', 'withdrawal', 'stake', 'win', 'win gross'],
  ...products.flatMap((product) => [`win ${product}`, `win ${product} gross`]),
]

const rowOf = ({ product, of, base, ...rule }: TaxRule): RateRow => ({
  ...rule,
  base: [base, product, of === 'gross' && of].filter(Boolean).join(' '),
})

function ruleOf({ base: cell, ...rule }: RateRow): TaxRule {
  const [base, ...more] = cell.split(' ')
  const product = products.find((one) => more.includes(one))
  return {
    ...rule,
    base: (['deposit', 'withdrawal', 'stake', 'win'] as const).find((one) => one === base) ?? 'win',
    ...(product && { product }),
    ...(more.includes('gross') && { of: 'gross' as const }),
  }
}

const rateRows = tables<RateRow>({
  columns: {
    from: { head: 'From', kind: days },
    kind: { head: 'Tax', kind: choices(['excise', 'withholding']) },
    base: { head: 'On each', kind: choices(baseCells) },
    percent: { head: 'Percent', kind: plainPercentTexts(50) },
  },
  rowsMax: ratesMax,
  rule: (rows) =>
    new Set(rows.map(({ from, base }) => `${from} ${base.replace(' gross', '')}`)).size < rows.length
      ? 'A base has one rate a day'
      : undefined,
})

const rates: Kind<readonly TaxRule[]> = {
  ...rateRows,
  read(given) {
    const found = rateRows.read(given)
    return 'fault' in found ? found : { value: found.value.map(ruleOf) }
  },
  fit: (rules) => rateRows.fit(rules.map(rowOf)),
  write: (rules) => rateRows.write(rules.map(rowOf)),
  size: () => 0,
}

const allProducts = 'all'
type GrossRow = Omit<GrossTaxRule, 'product'> & { readonly product: string }

const grossRows = tables<GrossRow>({
  columns: {
    from: { head: 'From', kind: days },
    percent: { head: 'Percent', kind: plainPercentTexts(100) },
    product: { head: 'Of', kind: choices([allProducts, ...products]) },
  },
  rowsMax: ratesMax,
  rule: (rows) =>
    new Set(rows.map(({ from, product }) => `${from} ${product}`)).size < rows.length
      ? 'Name each day once for each product'
      : undefined,
})
const grossRowOf = ({
  product = allProducts,
  ...rule
}: { product?: string } & Omit<GrossTaxRule, 'product'>): GrossRow => ({
  ...rule,
  product,
})

/** A row without its last cell is of all products. */
const grossRates: Kind<readonly GrossTaxRule[]> = {
  ...grossRows,
  read(given) {
    const rows = String(given).split(',')
    const whole = rows.map((row) => (row.split('=').length === 2 ? `${row.trimEnd()}=${allProducts}` : row))
    const found = grossRows.read(whole.join())
    if ('fault' in found) return found
    return {
      value: found.value.map(({ product: named, ...rule }): GrossTaxRule => {
        const product = products.find((one) => one === named)
        return { ...rule, ...(product && { product }) }
      }),
    }
  },
  fit: (rules) => grossRows.fit(rules.map(grossRowOf)),
  write: (rules) => grossRows.write(rules.map(grossRowOf)),
  size: () => 0,
}

/** The setting of taxes: what the state takes, from which day on. */
export const taxSettings = {
  rates: setting<readonly TaxRule[]>({
    group: 'taxes',
    weakens: 'always',
    key: 'taxes.rates',
    name: 'Rates',
    about:
      'The taxes by the day from which each rate holds, until a later row for the same base; 0 ends a tax. A win is taxed above its stake; gross is the whole payout. What was paid before keeps its tax.',
    kind: rates,
    defaultOf: ({ country }) => country.taxes.map(rowOf).map(ruleOf),
    check: ({ before, after, at, country: { timeZone } }) => taxFault({ before, after, at, timeZone }),
  }),
  gross: setting<readonly GrossTaxRule[]>({
    group: 'taxes',
    weakens: 'always',
    key: 'taxes.gross',
    name: 'Of the gross result',
    about:
      'The part of the gross result, of all products or of one, that is due for each month that ends from a day on, until a later row; 0 ends the tax. Products with different rates are summed apart: a loss of one takes nothing off the tax of another.',
    kind: grossRates,
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

/** The rates by these values on the day of a moment; that on wins is of a product. */
export const ratesOf = (
  values: Values,
  country: Pick<Country, 'timeZone'>,
  { at, product }: { at: Date; product?: Product },
): ReturnType<typeof taxesOn> => taxesOn(taxesOf(values, country), at, product)

/** A tax on winnings with the day whose rate it is. Without such a tax the percentage is 0. */
export type WinTaxOfDay = WinTax & { readonly day: string }

/** Reads the tax on the wins of a product that are paid now. */
export type WinTaxNow = (product: Product) => WinTaxOfDay

/** For a ledger without settings. */
export const untaxed: WinTaxNow = () => ({ percent: '0', of: 'net', day: '1970-01-01' })

/** The tax on the wins of a product that are paid at a moment, by these values. */
export function winTaxAt(
  values: Values,
  { timeZone }: Pick<Country, 'timeZone'>,
  { at, product }: { at: Date; product: Product },
): WinTaxOfDay {
  const day = dayIn(timeZone, at)
  return { ...winTaxOn(values(taxSettings.rates), { day, product }), day }
}
