import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers keep no cookie for longer than 400 days. */
const lifeDays = 365
const form = /^[\w-]{43}$/

export type DeviceCookie = ReturnType<typeof openDeviceCookie>

/**
 * The cookie by which a browser is known again: random text that no script can read and that goes to this site only. `secure` in
 * production: sent over https alone, and bound to this very host by its name, so that no neighbour under the same domain can set it.
 */
export function openDeviceCookie({ secure }: { secure: boolean }) {
  const name = secure ? '__Host-nare_device' : 'nare_device'
  return {
    /** The device token that a request brings along; undefined where it has none of the right form. */
    read(request: Pick<FastifyRequest, 'headers'>): string | undefined {
      for (const part of (request.headers.cookie ?? '').split(';', cookiesMost)) {
        const [key, value] = part.trim().split('=', 2)
        if (key === name && value !== undefined && form.test(value)) return value
      }
      return undefined
    },

    /** Has the browser keep a device token. */
    keep(reply: FastifyReply, token: string): void {
      const attributes = `Path=/; Max-Age=${lifeDays * 86_400}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
      reply.header('set-cookie', `${name}=${token}; ${attributes}`)
    },
  }
}

const cookiesMost = 50
