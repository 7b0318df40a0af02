import { accountPages } from '../../pages/account-address.ts'

/** An account page with the path to return to, if there is one. */
export function withTo(page: string, to: string | null): string {
  if (to === null || safePath(to) === '/') return page
  return `${page}${page.includes('?') ? '&' : '?'}to=${encodeURIComponent(to)}`
}

/** A return path within this app; anything else, including other sites, becomes the front page. */
export function safePath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])/.test(path) || accountPages.some((page) => page === path.split('?')[0])) return '/'
  return path
}
