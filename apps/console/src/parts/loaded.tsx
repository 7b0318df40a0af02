import type { ReactNode } from 'react'
import { Empty } from './controls.tsx'
import { LoadFailed } from './load-failed.tsx'

export type Loading = { readonly isLoading: boolean; readonly error: Error | null; readonly retry: () => void }

/** What is shown in place of a list while it loads or after it failed. */
export function Loaded({ of, children }: { of: Loading; children: ReactNode }) {
  if (of.error) return <LoadFailed error={of.error} onRetry={of.retry} />
  if (of.isLoading) return <Empty>Loading…</Empty>
  return children
}
