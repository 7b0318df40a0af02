import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'

export type Metrics = {
  readonly registry: Registry
  /** Counts something that happened in the business: a placed bet, a settled leg. */
  count(name: string, by?: number): void
}

/** Opens the counters of this process and measures every answered call. */
export function openMetrics({ app, pool }: { app: FastifyInstance; pool: pg.Pool }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answered = new Histogram({
    name: 'nare_http_seconds',
    help: 'Time to answer a call',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const happened = new Counter({
    name: 'nare_events_total',
    help: 'What happened',
    labelNames: ['event'],
    registers: [registry],
  })
  new Gauge({
    name: 'nare_db_connections',
    help: 'Database connections, by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    answered.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  return { registry, count: (event, by = 1) => happened.inc({ event }, by) }
}
