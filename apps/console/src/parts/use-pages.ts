import { useRouter, type AnyRouter } from '@tanstack/react-router'

/** The route of an address within the console with its parameters; undefined where only its beginning is a page. */
export function pageAt(router: AnyRouter, page: string) {
  const [, params, route] = router.getMatchedRoutes(page.split('?')[0] ?? page)
  return route === undefined || '**' in params ? undefined : { route, params }
}

/** Which addresses within the console are pages, and how to open one. What has no page yet is shown, and not opened. */
export function usePages() {
  const router = useRouter()
  return {
    has: (page: string): boolean => pageAt(router, page) !== undefined,
    open: (page: string): void => void router.navigate({ href: page }),
  }
}
