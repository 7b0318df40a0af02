/** The operator's own accounts, by name. */
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

/** The accounts of taxes due to the state. */
export const taxAccounts = houseAccounts.filter((name) => name.startsWith('tax:'))
