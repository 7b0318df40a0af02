import type { Session } from './session.ts'

export type Downloaded = { ok: true; blob: Blob; name: string } | { ok: false; status: number }

export type Download = (url: string, name: string, body?: object) => Promise<Downloaded>

type Wiring = { base: string; session: Session; fetch: typeof fetch }

/**
 * Fetches one of the bettor's own files by its address, with the session's bearer token; `name` is the file name if the
 * server sends none. With a body the request is a POST. Status 0 without a response. Never throws; a 401 ends the session as for any call.
 */
export function downloader({ base, session, fetch }: Wiring): Download {
  return async (url, name, body) => {
    const user = session.user()
    try {
      const response = await fetch(base + url, {
        headers: {
          ...(user?.token ? { authorization: `Bearer ${user.token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        referrerPolicy: 'no-referrer',
        cache: 'no-cache',
      })
      if (!response.ok) {
        session.finish(user, response.status, await response.json().catch(() => ({})))
        return { ok: false, status: response.status }
      }
      const blob = await response.blob()
      session.finish(user, response.status, {})
      return { ok: true, blob, name: fileNameOf(response.headers.get('content-disposition')) ?? name }
    } catch {
      return { ok: false, status: 0 }
    }
  }
}

function fileNameOf(disposition: string | null): string | undefined {
  return /filename="([\w.-]{1,100})"/.exec(disposition ?? '')?.[1]
}
