/** The full address of an address or path on this site; undefined if it is on another site. */
export function sameSite(given: string, publicUrl: string): string | undefined {
  const site = new URL(publicUrl)
  if (!URL.canParse(given, site)) return undefined
  const url = new URL(given, site)
  return url.origin === site.origin && url.username === '' && url.password === '' ? url.href : undefined
}
