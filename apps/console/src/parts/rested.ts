import type { Timers } from '@nare/client/timers'
import { useEffect, useState } from 'react'
import { timers } from '../wire/browser.ts'

/** How long a row is open before it counts as looked at: walking a list with J passes its rows faster. */
export const restMs = 1_000

/** Calls `onRest` once it has rested, unless the returned function is called before. */
export const afterRest = (by: Pick<Timers, 'after'>, onRest: () => void): (() => void) => by.after(restMs, onRest)

/** The id once it has been the same for a second; undefined before. */
export function useRested(id: string | undefined): string | undefined {
  const [rested, setRested] = useState<string>()
  useEffect(() => (id === undefined ? undefined : afterRest(timers, () => setRested(id))), [id])
  return rested === id ? rested : undefined
}
