import { useLocation, useSearch } from 'wouter'
import { accountAddress } from './account-address.ts'

/** The address of the login page, or of another account page, that leads back to the current page with the query of its URL. */
export function useLoginAddress(page: Parameters<typeof accountAddress>[0] = '/login'): string {
  const [path] = useLocation()
  const search = useSearch()
  return accountAddress(page, search ? `${path}?${search}` : path)
}
