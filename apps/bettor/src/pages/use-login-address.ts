import { useLocation, useSearch } from 'wouter'

/** The address of the login page; after the login the bettor is back on the current page with its query. */
export function useLoginAddress(): string {
  const [path] = useLocation()
  const search = useSearch()
  return `/login?to=${encodeURIComponent(search ? `${path}?${search}` : path)}`
}
