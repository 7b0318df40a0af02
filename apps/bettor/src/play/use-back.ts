import { useLocation } from 'wouter'

/** Returns the action of a Back button: go to the previous page if it is on this site, else to `otherwise`. */
export function useBack(otherwise: string): () => void {
  const [, go] = useLocation()
  return () => (hasPrevious(window) ? history.back() : go(otherwise))
}

type Entries = { navigation?: { canGoBack: boolean }; history: { length: number } }

/** Whether Back stays on this site. Without the Navigation API, whether there is a previous page of any site. */
export const hasPrevious = ({ navigation, history: { length } }: Entries): boolean =>
  navigation?.canGoBack ?? length > 1
