import type { FastifyRequest } from 'fastify'

/** The part of a request that says who makes it. A socket keeps it of the request that opened it. */
export type AskingRequest = Pick<FastifyRequest, 'headers' | 'host' | 'method' | 'ip'>

/** The bearer token of a request. */
export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}
