import type { FastifyInstance, FastifyReply } from 'fastify'
import { monotonicMs } from './clock.ts'
import type { Log } from './log.ts'

/** Lines of a second: a flood of refused calls must not fill the disk. */
const linesMax = 100
const windowMs = 1_000

const codes = new WeakMap<FastifyReply, string>()

/** Keeps why a call is refused, for its line in the log. */
export const noteRefusal = (reply: FastifyReply, code: string): void => void codes.set(reply, code)

/**
 * Writes a line for each refused call, with the id that its caller was given as `ref`: at most a hundred a second. Those left out are counted by
 * the next line. The address is the route's, without what the caller wrote into it.
 */
export function logRefusals(app: FastifyInstance, log: Log, nowMs: () => number = monotonicMs): void {
  let endsMs = nowMs() + windowMs
  let [lines, omitted] = [0, 0]
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const code = codes.get(reply)
    if (code === undefined) return
    if (nowMs() >= endsMs) {
      if (omitted > 0) log.warn({ omitted }, 'refused calls were left out of the log')
      endsMs = nowMs() + windowMs
      lines = omitted = 0
    }
    if (++lines > linesMax) return void omitted++
    const { method, routeOptions } = request
    const facts = { method, url: routeOptions.url ?? 'no route', status: reply.statusCode, refusal: code }
    request.log.info({ ...facts, ms: Math.round(reply.elapsedTime) }, 'a call was refused')
  })
}
