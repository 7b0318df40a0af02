import { useState } from 'react'

/**
 * The last live value of a listed item, also after its row has left the screen and unsubscribed: it is newer than the list.
 * Once the list was fetched again, which makes `listed` another object, the list is newer.
 */
export function useLastLive<T>(value: T | undefined, listed: object): T | undefined {
  const [kept, keep] = useState({ last: value, listed })
  const last = value ?? (kept.listed === listed ? kept.last : undefined)
  if (kept.last !== last || kept.listed !== listed) keep({ last, listed })
  return last
}
