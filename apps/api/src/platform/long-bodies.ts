import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { delayRefusals } from './refusal-delay.ts'

/** More than one or two, because a slow phone holds a place for as long as its body takes to arrive. */
const longBodiesMax = 4

/**
 * Limits how many bodies above the usual maximum, such as those with pictures, arrive at a time: each keeps the process from all other
 * work for more than 100 ms. A further one is answered as overloaded, after a delay and before it is read. Such a body is possible only
 * on a route with its own `bodyLimit`.
 */
export function limitLongBodies(app: FastifyInstance, usualBytesMax: number): void {
  const delayRefusal = delayRefusals()
  let current = 0
  app.addHook('onRoute', (route) => {
    if (route.bodyLimit === undefined || route.bodyLimit <= usualBytesMax) return
    // The last hook of this kind runs after all checks of the caller, immediately before the body is read.
    const enter = async (request: FastifyRequest, reply: { raw: NodeJS.WritableStream }): Promise<void> => {
      if (declaredBytes(request) <= usualBytesMax) return
      if (current >= longBodiesMax) {
        await delayRefusal()
        throw Object.assign(new Error('too many long bodies'), { statusCode: 503 })
      }
      current++
      finished(reply.raw, () => void current--)
    }
    route.preParsing = [...[route.preParsing ?? []].flat(), enter]
  })
}

/** The length of a body by its header; without one it may have any length. */
const declaredBytes = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? Infinity)
