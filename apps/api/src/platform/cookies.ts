import type { FastifyRequest } from 'fastify'

const cookiesMax = 50

/** The value of the first cookie with this name and form that a request has. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string, form: RegExp): string | undefined {
  for (const part of (headers.cookie ?? '').split(';', cookiesMax)) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value !== undefined && form.test(value)) return value
  }
  return undefined
}

export const staffCookieName = 'nare_staff'

/** The token of the console's session that a request has. */
export const staffCookie = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  cookieOf(request, staffCookieName, /^[\w-]{43}$/)
