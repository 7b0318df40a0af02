/** A return path within this app; anything else, including other sites, becomes the front page. */
export function safePath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])/.test(path) || /^\/(login|redirect|signup|verify)\b/.test(path)) return '/'
  return path
}
