import type { Product } from '@nare/contract/products'

/** The operator's own accounts, by name. */
export const houseAccounts = [
  'house:sports',
  'house:jackpot',
  'house:jackpot_rounding',
  'house:league',
  'house:casino',
  'house:games',
  'house:points',
  'house:sandbox',
  'house:overpaid',
  'house:promotions',
  'house:corrections',
  'provider:mpesa',
  'provider:airtel',
  'provider:mixx',
  'transit:withdrawals',
  'tax:excise',
  'tax:withholding',
  'tax:winnings',
  'tax:gross',
  'bank:main',
] as const
export type HouseAccount = (typeof houseAccounts)[number]

/** The account against which people of the house correct a bettor's cash. Nothing else moves it. */
export const correctionsHouse: HouseAccount = 'house:corrections'

/** The operator's account in the currency of points: bettors' points are paid from it and to it. */
export const pointsHouse: HouseAccount = 'house:points'

/** The account that receives the stakes of a product and pays its returns. */
export const houseOfProduct: Readonly<Record<Product, HouseAccount>> = {
  sports: 'house:sports',
  jackpot: 'house:jackpot',
  league: 'house:league',
  casino: 'house:casino',
  games: 'house:games',
}

/** The account of the tax on winnings. */
export const winTaxHouse: HouseAccount = 'tax:winnings'

/** The accounts of taxes due to the state. */
export const taxAccounts = houseAccounts.filter((name) => name.startsWith('tax:'))
