import { useLocation, useSearch } from 'wouter'

/** The address of the login that leads back to where the guest is now, with the tab, filter or invitation of the URL. */
export function useLoginAddress(): string {
  const [path] = useLocation()
  const search = useSearch()
  return `/login?to=${encodeURIComponent(search ? `${path}?${search}` : path)}`
}
