import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * The fields of the page's address after the question mark, as text, and how to change some of them. A change of a filter replaces the
 * address; `push` adds a step, so that Back leads to what was open before.
 */
export function useFilters<Name extends string>() {
  const filters: Partial<Record<Name, string>> = useSearch({ strict: false, structuralSharing: false } as never)
  const navigate = useNavigate()
  const set = (change: Partial<Record<Name, string | undefined>>, { push = false } = {}): void => {
    const search = Object.fromEntries(
      Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== ''),
    )
    void navigate({ to: '.', search: search as never, replace: !push })
  }
  return [filters, set] as const
}
