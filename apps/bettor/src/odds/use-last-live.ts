import { useState } from 'react'

/**
 * The last live value of a listed item. It stays after the row has left the screen and unsubscribed, because it is newer than
 * the list. When `listed` becomes another object, the list was fetched again and is newer, so the live value is dropped.
 */
export function useLastLive<T>(value: T | undefined, listed: object): T | undefined {
  const [stored, setStored] = useState({ last: value, listed })
  const last = value ?? (stored.listed === listed ? stored.last : undefined)
  if (stored.last !== last || stored.listed !== listed) setStored({ last, listed })
  return last
}
