import type { Site } from '#platform/passkeys'

/**
 * The site of a bettor's passkeys: that of the configured address. Without one, as in the sandbox, that at which the request reached the server.
 */
export function siteAt(publicUrl: string | undefined, reachedAt: string): Site {
  const { origin, hostname } = new URL(publicUrl ?? reachedAt)
  return { origin, host: hostname }
}
