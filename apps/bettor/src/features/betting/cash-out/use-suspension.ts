import type { BetView } from '@nare/contract/betting'
import { useOpenMatches } from '../../../state/use-bet-now.ts'

/** Why a match of an undecided leg is suspended, from the topic of the match; undefined if none is. */
export function useSuspension(legs: BetView['legs']): string | undefined {
  return useOpenMatches(legs, (matches) =>
    matches.map((match) => match?.suspended).find((reason) => reason !== undefined),
  )
}
