export type Place = {
  readonly to: '/payments/withdrawals' | '/payments/deposits' | '/payments/unmatched' | '/bets/codes'
  readonly search: Readonly<Record<string, string>>
}

/** The list that shows one thing, with the filters of its address. A payment without an owner is named `mpesa-SJD0SHAMBA`. */
export const listOf = {
  withdrawal: (id: string): Place => ({ to: '/payments/withdrawals', search: { id } }),
  deposit: (id: string): Place => ({ to: '/payments/deposits', search: { q: id, id } }),
  unmatched: (id: string): Place => ({ to: '/payments/unmatched', search: { q: id.replace(/^[a-z]+-/, ''), id } }),
  code: (code: string): Place => ({ to: '/bets/codes', search: { code } }),
}
