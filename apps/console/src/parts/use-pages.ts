import { useRouter } from '@tanstack/react-router'

/** Which addresses within the console are pages, and how to open one. What has no page yet is shown, and not opened. */
export function usePages() {
  const router = useRouter()
  return {
    has: (page: string): boolean => router.getMatchedRoutes(page.split('?')[0] ?? page)[2] !== undefined,
    open: (page: string): void => void router.navigate({ href: page }),
  }
}
