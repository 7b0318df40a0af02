import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { addressList } from './address-list.ts'
import type { AskingRequest } from './bearer.ts'
import type { ConsoleBrowser } from './call.ts'
import { staffCookie, staffCookieName as cookieName } from './cookies.ts'
import { answerRefusal } from './http.ts'

const lifeS = 12 * 60 * 60
/** What ends a name in a path: also signs that no router of ours, but another program in front of it, takes for an end. */
const consolePaths = /^\/+(console|v1\/+operator)([/\\;#?]|$)/i

export type ConsoleSettings = {
  /** The origin of the console; undefined for that of the requested host. */
  readonly url: string | undefined
  /** The networks from which the console can be reached; empty for all. */
  readonly addresses: readonly string[]
  /** Whether the cookie is sent over https only. */
  readonly secure: boolean
}

export type ConsoleSite = ReturnType<typeof openConsoleSite>

/** The cookie of the console's sessions, and from which sites and addresses they are used. */
export function openConsoleSite({ url, addresses, secure }: ConsoleSettings) {
  const isAllowedAddress = addressList(addresses)
  const attributes = `Path=/v1; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

  /** The site whose page sends a request, by its `Origin`. Refused if it is another site, or if there is none. */
  function site(request: AskingRequest): Outcome<{ origin: string; host: string }, 'not_allowed'> {
    const { origin } = request.headers
    const asking = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
    const isOurs = url === undefined ? asking?.host === request.host.toLowerCase() : origin === url
    // An origin is compared as it was sent, so that nothing that only resembles one is accepted.
    if (!asking || asking.origin !== origin || !isOurs)
      return refused('not_allowed', undefined, 'The console answers its own pages only')
    return done({ origin, host: asking.hostname })
  }

  const cookie = {
    read: staffCookie,
    keep: (reply: FastifyReply, token: string): void =>
      void reply.header('set-cookie', `${cookieName}=${token}; Max-Age=${lifeS}; ${attributes}`),
    drop: (reply: FastifyReply): void => void reply.header('set-cookie', `${cookieName}=; Max-Age=0; ${attributes}`),
  }

  return {
    cookie,
    isAllowedAddress,

    browser: (request: FastifyRequest, reply: FastifyReply): ConsoleBrowser => ({
      site: site(request),
      session: cookie.read(request),
      keep: (token) => cookie.keep(reply, token),
      drop: () => cookie.drop(reply),
    }),

    /** Whether a request with the cookie may count: a read from our own pages or an address bar, anything else from our own pages. */
    mayUseCookie(request: AskingRequest): boolean {
      if (request.headers.upgrade !== undefined) return site(request).ok
      if (request.method !== 'GET' && request.method !== 'HEAD') return site(request).ok
      const from = request.headers['sec-fetch-site']
      return from === 'same-origin' || from === 'none'
    },

    /** Refuses the console and the operators' calls to all other addresses. */
    guard(app: FastifyInstance): void {
      if (addresses.length === 0) return
      app.addHook('onRequest', async (request, reply) => {
        const path = request.routeOptions.url ?? ''
        // A proxy may ask for the address in full.
        const asked = decoded(request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').split('?', 1)[0] ?? '')
        if (!consolePaths.test(path) && !consolePaths.test(asked)) return undefined
        return isAllowedAddress(request.ip) ? undefined : answerRefusal(reply, refused('not_allowed'))
      })
    },
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
