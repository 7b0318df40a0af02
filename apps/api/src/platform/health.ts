import type { FastifyInstance } from 'fastify'
import type { Bus } from './bus.ts'
import { isReachable, type Db } from './db.ts'
import { answerRefusal } from './http.ts'

type HealthDeps = {
  readonly db: Db
  readonly bus: Bus
  /** Whether the process has been asked to stop. */
  readonly isDraining: () => boolean
  /** Whether the process can own rounds and feeds now; undefined for a process that is ready without owning anything. */
  readonly mayOwn?: (() => boolean) | undefined
  /** Whether the feed that this process runs can read its source. */
  readonly isFeedReadable?: () => boolean
}

/**
 * Serves /healthz, which answers while the process runs, and /readyz, which answers whether it can work and is not stopping. Without the bus
 * the process still accepts bets and polling clients, so it stays ready and reports the bus as down.
 */
export function serveHealth(app: FastifyInstance, { db, bus, isDraining, mayOwn, isFeedReadable }: HealthDeps): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    const notReady = (sentence: string) => answerRefusal(reply, { ok: false, code: 'overloaded', sentence })
    if (isDraining()) return notReady('The server is stopping')
    if (!(await isReachable(db))) return notReady('The database cannot be reached')
    if (mayOwn?.() === false) return notReady('The connection of the owner locks is not open')
    if (isFeedReadable?.() === false) return notReady('The feed cannot read its source')
    return { status: 'ready', ...(!bus.isUp() && { bus: 'down' }) }
  })
}
