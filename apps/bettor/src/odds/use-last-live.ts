import { useState } from 'react'

/**
 * The last live value of a listed item, also after its row has left the screen and unsubscribed: it is newer than the list.
 * Once the list was fetched again, which makes `listed` another object, the list is newer.
 */
export function useLastLive<T>(heard: T | undefined, listed: object): T | undefined {
  const [kept, keep] = useState({ told: heard, listed })
  const told = heard ?? (kept.listed === listed ? kept.told : undefined)
  if (kept.told !== told || kept.listed !== listed) keep({ told, listed })
  return told
}
