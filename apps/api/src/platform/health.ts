import type { FastifyInstance } from 'fastify'
import type { Bus } from './bus.ts'
import { isReachable, type Db } from './db.ts'
import { answerRefusal } from './http.ts'

type HealthDeps = { readonly db: Db; readonly bus: Bus }

/**
 * Serves /healthz, which answers while the process runs, and /readyz, which answers whether it can serve. Without the other processes it
 * still takes bets and polls, so it stays ready and names them.
 */
export function serveHealth(app: FastifyInstance, { db, bus }: HealthDeps): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    if (await isReachable(db)) return { status: 'ready', ...(!bus.isUp() && { bus: 'down' }) }
    return answerRefusal(reply, { ok: false, code: 'overloaded', sentence: 'The database cannot be reached' })
  })
}
