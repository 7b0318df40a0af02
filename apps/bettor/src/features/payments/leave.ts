import { useLocation } from 'wouter'

/** Leaves a payment that has ended: to the page before it, or home if the app was opened on the payment. */
export function useLeave(): () => void {
  const [, go] = useLocation()
  return () => (hasEarlierPage() ? history.back() : go('/', { replace: true }))
}

/** Whether Back stays in the app; without the Navigation API, whether there is any earlier page. */
const hasEarlierPage = (): boolean => ('navigation' in window ? navigation.canGoBack : history.length > 1)
