import { useLocation } from 'wouter'

/** Returns what a Back button does: to the previous page where it is one of this site, else to `otherwise`. */
export function useBack(otherwise: string): () => void {
  const [, go] = useLocation()
  return () => (isPreviousOurs(window) ? history.back() : go(otherwise))
}

/** Whether Back stays on this site. Without a history API the previous page is unknown. */
export const isPreviousOurs = ({ navigation }: { navigation?: { canGoBack: boolean } }): boolean =>
  navigation?.canGoBack ?? false
