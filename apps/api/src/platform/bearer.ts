import type { FastifyRequest } from 'fastify'

/** The bearer token of a request. */
export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}
