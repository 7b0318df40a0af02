const rights = 'allow-scripts allow-forms allow-popups'

/**
 * The address of a game for a frame with the rights of that frame, or undefined where it may not be shown: only https: and
 * this site. A game of this site gets no access to the app's storage; a provider's keeps its own origin.
 */
export function frameSource(url: string, origin: string): { url: string; sandbox: string } | undefined {
  const target = parsed(url, origin)
  if (!target) return undefined
  if (target.origin === origin) return { url: target.href, sandbox: rights }
  return target.protocol === 'https:' ? { url: target.href, sandbox: `${rights} allow-same-origin` } : undefined
}

function parsed(url: string, origin: string): URL | undefined {
  try {
    return new URL(url, origin)
  } catch {
    return undefined
  }
}
