import { useLocation } from 'wouter'

/** Returns the action of a Back button: go to the previous page if it is on this site, else to `otherwise`. */
export function useBack(otherwise: string): () => void {
  const [, go] = useLocation()
  return () => (isPreviousOurs(window) ? history.back() : go(otherwise))
}

/** Whether Back stays on this site. Without the Navigation API the previous page is unknown. */
export const isPreviousOurs = ({ navigation }: { navigation?: { canGoBack: boolean } }): boolean =>
  navigation?.canGoBack ?? false
