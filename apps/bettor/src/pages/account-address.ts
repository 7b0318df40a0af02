/** The pages on which a bettor gets into the account; they lead back to the page before them. */
export const accountPages = ['/login', '/redirect', '/signup', '/verify', '/reset-password'] as const

/** An account page that leads back to `from`, an address of this app; from another account page, to where that one leads. */
export function accountAddress(page: (typeof accountPages)[number], from: string): string {
  const [path = '', query = ''] = from.split('?')
  const isAccountPage = accountPages.some((each) => each === path)
  const to = isAccountPage ? new URLSearchParams(query).get('to') : from
  return to === null || to === '/' ? page : `${page}?to=${encodeURIComponent(to)}`
}
