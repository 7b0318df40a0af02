/** Where to go back to: a path of this app only, never another site; else the front page. */
export function safePath(wanted: string | null | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /^\/(login|redirect|signup|verify)\b/.test(wanted)) return '/'
  return wanted
}
