/** The accounts of the house, by name. */
export const houseAccounts = [
  'house:sports',
  'house:sandbox',
  'provider:mpesa',
  'provider:airtel',
  'transit:withdrawals',
  'tax:excise',
  'tax:withholding',
] as const
export type HouseAccount = (typeof houseAccounts)[number]

/** Those that owe a tax to the state. */
export const taxAccounts = houseAccounts.filter((name) => name.startsWith('tax:'))
