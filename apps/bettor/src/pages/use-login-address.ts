import { useLocation, useSearch } from 'wouter'

/** The address of the login page that leads back to the current page, with the query of its URL. */
export function useLoginAddress(): string {
  const [path] = useLocation()
  const search = useSearch()
  return `/login?to=${encodeURIComponent(search ? `${path}?${search}` : path)}`
}
