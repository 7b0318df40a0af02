import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Gives the answers of GET calls a weak ETag and answers 304 with nothing to a reader who has the same already. Costs a
 * hash of the answer; saves a bettor who polls all of it.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return done(null, payload)
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url').slice(0, 16)}"`
    reply.header('etag', tag)
    if (request.headers['if-none-match'] !== tag) return done(null, payload)
    reply.code(304).removeHeader('content-length')
    return done(null, '')
  })
}
