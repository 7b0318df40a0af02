import { neverArrived, readBounded } from '#platform/outgoing'

/** An answer of a provider, read as JSON; `gone` where none came, and whether it is sure that nothing arrived there. */
export type Talk =
  | { readonly status: number; readonly body: Record<string, unknown> }
  | { readonly status: 0; readonly gone: string; readonly arrived: boolean }

const answerCharsMost = 64 * 1024

/** Asks a provider over HTTP, once, within `timeoutMs`. Never throws. */
export async function talk(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
    timeoutMs,
  }: {
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: object
    timeoutMs: number
  },
): Promise<Talk> {
  try {
    const reply = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: reply.status, body: jsonOf(await readBounded(reply, answerCharsMost)) }
  } catch (error) {
    return { status: 0, gone: error instanceof Error ? error.message : 'no answer', arrived: !neverArrived(error) }
  }
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** A text field of an answer. */
export function textOf(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

type Token = { text: string; until: number }

/**
 * Keeps a provider's token until a minute before it ends. Many callers at once fetch it once; `renew` forgets the one that
 * was refused. `fetchToken` answers undefined where the provider gave none.
 */
export function tokenCache({
  now,
  fetchToken,
}: {
  now: () => number
  fetchToken: () => Promise<{ text: string; seconds: number } | undefined>
}) {
  let held: Token | undefined
  let fetching: Promise<Token | undefined> | undefined
  const fresh = async (): Promise<Token | undefined> => {
    const got = await fetchToken()
    held = got && { text: got.text, until: now() + Math.max(got.seconds - 60, 1) * 1000 }
    return held
  }
  return {
    async token(): Promise<string | undefined> {
      if (held && now() < held.until) return held.text
      fetching ??= fresh().finally(() => (fetching = undefined))
      return (await fetching)?.text
    },
    renew(refused: string): void {
      if (held?.text === refused) held = undefined
    },
  }
}
