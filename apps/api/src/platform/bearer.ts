import type { FastifyRequest } from 'fastify'

/** The token that a request brings along. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}
