import { useState } from 'react'

/**
 * What was told last about something listed, also after its row has left the screen and holds its topics no longer: that
 * is younger than the list. When the list was read anew, which makes `listed` another object, the list is the younger.
 */
export function useLastLive<T>(heard: T | undefined, listed: object): T | undefined {
  const [kept, keep] = useState({ told: heard, listed })
  const told = heard ?? (kept.listed === listed ? kept.told : undefined)
  if (kept.told !== told || kept.listed !== listed) keep({ told, listed })
  return told
}
