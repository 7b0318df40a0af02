import type { Pick } from '../state/picks.ts'

/** What the end of the builder gets: it adds the combination to the slip, or places it. */
export type BuildPlaceProps = {
  match_id: string
  /** The combination; without a price there is none, and this is why. */
  pick: Pick | 'too_few' | 'asked' | 'no_price'
  /** Puts the combination into the slip. */
  onAdd: () => void
  /** Closes the builder. */
  onDone: () => void
}
