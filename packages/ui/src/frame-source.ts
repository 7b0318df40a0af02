const rights = 'allow-scripts allow-forms allow-popups'

/**
 * The address of a game for a frame with the rights of that frame, or undefined if it may not be shown: only https:, this site,
 * and, for an app on plain http: as on one machine, other ports of its own host. A game of this site gets no access to the app's
 * storage; a provider's keeps its own origin, which its messages must come from: "null" where it has none.
 */
export function frameSource(url: string, origin: string): { url: string; sandbox: string; origin: string } | undefined {
  const target = parsed(url, origin)
  if (!target) return undefined
  if (target.origin === origin) return { url: target.href, sandbox: rights, origin: 'null' }
  const own = parsed(origin, origin)
  const isNeighbour = target.protocol === 'http:' && own?.protocol === 'http:' && target.hostname === own.hostname
  if (target.protocol !== 'https:' && !isNeighbour) return undefined
  return { url: target.href, sandbox: `${rights} allow-same-origin`, origin: target.origin }
}

function parsed(url: string, origin: string): URL | undefined {
  try {
    return new URL(url, origin)
  } catch {
    return undefined
  }
}
