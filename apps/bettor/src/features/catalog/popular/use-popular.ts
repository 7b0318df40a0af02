import { popular } from '@nare/contract/popular'
import { useExclusion } from '../../../state/use-exclusion.ts'
import { useRead } from '../../../state/use-read.ts'

const freshMs = 60_000

/** What many bettors have picked. `data` is undefined while it loads; during a break, and where it cannot be read, there is nothing. */
export function usePopular(sport: string) {
  const pause = useExclusion()
  const { body, failed } = useRead(popular.popular, pause ? undefined : { sport_id: sport }, freshMs)
  const isNone = pause !== undefined || (failed !== undefined && !body)
  return { data: isNone ? { picks: [], multis: [] } : body?.data }
}
