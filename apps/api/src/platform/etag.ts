import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Adds a weak ETag to the JSON responses of GET calls and answers 304 without a body if the client already has that version. This costs one
 * hash per response; a polling client downloads only changed responses.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return done(null, payload)
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url').slice(0, 16)}"`
    reply.header('etag', tag)
    if (request.headers['if-none-match'] !== tag) return done(null, payload)
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return done(null, '')
  })
}
