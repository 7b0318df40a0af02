import { useMedia } from '../../state/use-media.ts'

/** The additional markets of rows on wide screens: total goals, and both teams to score. */
const wideMarkets = ['18', '29']
/** Those of rows on the widest screens: double chance and handicap too, twelve prices with the result. */
const widestMarkets = ['10', '16', ...wideMarkets]
const none: readonly string[] = []

/** The markets of soccer that rows have room for beside the first, by the width of the screen. */
export function useWideMarkets(): readonly string[] {
  const isWide = useMedia('(min-width: 75em)')
  const isWidest = useMedia('(min-width: 100em)')
  return isWidest ? widestMarkets : isWide ? wideMarkets : none
}
