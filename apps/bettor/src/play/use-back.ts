import { useLocation } from 'wouter'

/** Returns what a Back button does: to the previous page where it is one of this site, else to `otherwise`. */
export function useBack(otherwise: string): () => void {
  const [, go] = useLocation()
  return () => (isPreviousOurs(window) ? history.back() : go(otherwise))
}

/** Whether Back stays on this site. A browser that cannot tell may have come from anywhere. */
export const isPreviousOurs = ({ navigation }: { navigation?: { canGoBack: boolean } }): boolean =>
  navigation?.canGoBack ?? false
