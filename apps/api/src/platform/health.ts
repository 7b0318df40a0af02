import type { FastifyInstance } from 'fastify'
import type { Bus } from './bus.ts'
import { isReachable, type Db } from './db.ts'
import { answerRefusal } from './http.ts'

type HealthDeps = {
  readonly db: Db
  readonly bus: Bus
  /** Whether it has been asked to stop. */
  readonly isDraining: () => boolean
  /** Whether it could own something now; undefined if it owns nothing, or serves all the same. */
  readonly mayOwn?: (() => boolean) | undefined
}

/**
 * Serves /healthz, which answers while the process runs, and /readyz, which answers whether it can do its work and goes on with it. Without
 * the other processes it still takes bets and polls, so it stays ready and names them.
 */
export function serveHealth(app: FastifyInstance, { db, bus, isDraining, mayOwn }: HealthDeps): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    const no = (sentence: string) => answerRefusal(reply, { ok: false, code: 'overloaded', sentence })
    if (isDraining()) return no('The server is stopping')
    if (!(await isReachable(db))) return no('The database cannot be reached')
    if (mayOwn?.() === false) return no('The connection of the owner locks is not open')
    return { status: 'ready', ...(!bus.isUp() && { bus: 'down' }) }
  })
}
