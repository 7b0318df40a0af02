import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'
import { refused } from '@nare/contract/outcome'
import { bearerOf } from './bearer.ts'
import { answerRefusal } from './http.ts'

export type Metrics = {
  readonly registry: Registry
  /** Counts business events: a placed bet, a settled leg. */
  count(name: string, by?: number): void
  /** A current value, read on each scrape. */
  gauge(name: string, help: string, read: () => Promise<readonly Reading[]>): void
}

export type Reading = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

/** Combines the metrics of a process with those of all processes that share its port. Returns a function that reads them as text for Prometheus. */
export type ShareMetrics = (own: Registry) => () => Promise<string>

type MetricsDeps = {
  /** The server whose calls are measured. */
  readonly app: FastifyInstance
  /** The server that answers /metrics. */
  readonly door?: FastifyInstance
  /** Set if several processes share the port. */
  readonly share?: ShareMetrics | undefined
  /** Database pools by purpose. */
  readonly pools: Readonly<Record<string, pg.Pool>>
  /** The bearer tokens of scrapes; empty if none is set. */
  readonly tokens: readonly string[]
  /** Whether this machine may read without a token, if none is set: never where a proxy may pass on requests of strangers unmarked. */
  readonly localIsOwn: boolean
}

let ofProcess: Registry | undefined

/** The metrics of Node itself, such as its memory and lag. They are collected once a process, because nothing ends their timers and observers. */
function metricsOfProcess(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

/** Opens the counters of this process, measures every answered call, and serves them at /metrics. */
export function openMetrics({ app, door = app, share, pools, tokens, localIsOwn }: MetricsDeps): Metrics {
  const registry = Registry.merge([metricsOfProcess()])
  const durations = new Histogram({
    name: 'nare_http_seconds',
    help: 'Time to answer a call',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const events = new Counter({
    name: 'nare_events_total',
    help: 'Business events by name',
    labelNames: ['event'],
    registers: [registry],
  })
  new Gauge({
    name: 'nare_db_connections',
    help: 'Database connections by pool and state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  const metricsOfAll = share?.(registry) ?? (() => registry.metrics())
  door.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    const isAllowed = tokens.length === 0 ? localIsOwn && isLocal(request) : hasToken(request, tokens)
    if (!isAllowed) return answerRefusal(reply, refused('not_found'))
    return reply.type(registry.contentType).send(await metricsOfAll())
  })
  return {
    registry,
    count: (event, by = 1) => events.inc({ event }, by),
    gauge: (name, help, read) => addGauge(registry, { name, help, read }),
  }
}

type GaugeOf = { name: string; help: string; read: () => Promise<readonly Reading[]> }

/** A gauge whose labels come from its readings. A failed read shows no value. */
function addGauge(registry: Registry, { name, help, read }: GaugeOf): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: ['provider', 'part'],
    registers: [registry],
    // Every process reads the same value.
    aggregator: 'max',
    async collect() {
      const readings = await read().catch(() => [])
      gauge.reset()
      for (const { labels, value } of readings) gauge.set(labels, value)
    },
  })
}

/** Whether the request comes from this machine and was not forwarded by a proxy. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !forwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

function hasToken(request: FastifyRequest, tokens: readonly string[]): boolean {
  const given = bearerOf(request)
  return given !== undefined && tokens.some((token) => timingSafeEqual(digest(given), digest(token)))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
