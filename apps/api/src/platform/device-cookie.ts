import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from './cookies.ts'

/** Browsers keep no cookie for longer than 400 days. */
const lifeDays = 365
const form = /^[\w-]{43}$/

export type DeviceCookie = ReturnType<typeof openDeviceCookie>

/**
 * The cookie that recognises a browser: random text that no script can read and that is sent to this site only. A `secure` cookie, as in
 * production, is sent over https only, and its name prefix binds it to this host, so that no other host of the domain can set it.
 */
export function openDeviceCookie({ secure }: { secure: boolean }) {
  const name = secure ? '__Host-nare_device' : 'nare_device'
  return {
    /** The device token of a request; undefined if it is missing or malformed. */
    read: (request: Pick<FastifyRequest, 'headers'>): string | undefined => cookieOf(request, name, form),

    /** Stores a device token in the browser. */
    keep(reply: FastifyReply, token: string): void {
      const attributes = `Path=/; Max-Age=${lifeDays * 86_400}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
      reply.header('set-cookie', `${name}=${token}; ${attributes}`)
    },
  }
}
