/** The address of this site that is meant by an address or a path; undefined if it leads elsewhere. */
export function sameSite(given: string, publicUrl: string): string | undefined {
  const site = new URL(publicUrl)
  if (!URL.canParse(given, site)) return undefined
  const url = new URL(given, site)
  return url.origin === site.origin && url.username === '' && url.password === '' ? url.href : undefined
}
