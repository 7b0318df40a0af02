const sandboxRights = 'allow-scripts allow-forms allow-popups'

/**
 * The URL of a game's frame with its sandbox rights and the origin of its messages; undefined if the URL is not allowed. Allowed are
 * https:, this site, and, for an app on plain http:, other ports of the same host, by any name of this machine. A game of this site has no access to the app's
 * storage and the origin "null"; a provider's game keeps its origin.
 */
export function frameSource(url: string, origin: string): { url: string; sandbox: string; origin: string } | undefined {
  const target = parsed(url, origin)
  if (!target) return undefined
  if (target.origin === origin) return { url: target.href, sandbox: sandboxRights, origin: 'null' }
  const own = parsed(origin, origin)
  const isNeighbour =
    target.protocol === 'http:' && own?.protocol === 'http:' && hostOf(target.hostname) === hostOf(own.hostname)
  if (target.protocol !== 'https:' && !isNeighbour) return undefined
  return { url: target.href, sandbox: `${sandboxRights} allow-same-origin`, origin: target.origin }
}

/** The games of a demo are at 127.0.0.1, and its page may be open as localhost. */
const hostOf = (name: string): string => (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(name) ? 'localhost' : name)

function parsed(url: string, origin: string): URL | undefined {
  try {
    return new URL(url, origin)
  } catch {
    return undefined
  }
}
