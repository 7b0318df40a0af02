import type { Site } from '#platform/passkeys'

/**
 * The site of a bettor's passkeys: that of the configured address. Without one, as in the sandbox, that at which the request reached the
 * server; a host that no browser has counts as this machine.
 */
export function siteAt(publicUrl: string | undefined, reachedAt: string): Site {
  const address = publicUrl ?? reachedAt
  const { origin, hostname } = new URL(URL.canParse(address) ? address : 'http://localhost')
  return { origin, host: hostname }
}
