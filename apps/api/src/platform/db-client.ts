import type { Socket } from 'node:net'
import pg from 'pg'
import { monotonicMs } from './clock.ts'
import { fitness, isReadOnly, serversOf, type Server, type Servers } from './servers.ts'

/** A dead server of several must not use up the whole time of a connection attempt. */
const connectsInMs = 3_000

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * The driver's client, extended for addresses of several servers. It connects to the server that fits `target_session_attrs` and checks
 * this on the connection itself. It leaves a server that has become read-only. For an address of one server it behaves like the driver's
 * client. The server and its commands use it for all connections.
 */
export class DbClient extends pg.Client {
  readonly #servers: Servers | undefined
  #server: Server | undefined

  constructor(config: pg.ClientConfig = {}) {
    const servers = serversOf(config.connectionString)
    super(servers ? firstServerConfig(config, servers) : config)
    this.#servers = servers
    this.#sendTogether()
    if (servers) this.#leaveReadOnly(servers)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const call = callback as ((error: Error | null, client?: pg.Client) => void) | undefined
    if (!this.#servers) return call ? super.connect(call) : super.connect()
    const connecting = this.#connectToOne(this.#servers)
    if (!call) return connecting
    // The callback runs outside the promise, because an error that it throws is not a failure to connect.
    connecting.then(
      () => setImmediate(call, null, this),
      (error: Error) => setImmediate(call, error),
    )
  }

  async #connectToOne(servers: Servers): Promise<pg.Client> {
    const server = await servers.find()
    this.#server = server
    Object.assign(this, { host: server.host, port: server.port })
    this.on('error', () => servers.suspect(server))
    try {
      await super.connect()
      const { rows } = await super.query<{ fits: boolean }>(`select ${fitness[servers.wanted]} as fits`)
      if (!rows[0]?.fits) {
        await this.end()
        throw Object.assign(new Error(`${server.host}:${server.port} is not a ${servers.wanted}`), { code: '57P03' })
      }
    } catch (error) {
      servers.suspect(server)
      throw error
    }
    const connected = { server, drop: (why: string) => dropConnection(this, why) }
    servers.connected.add(connected)
    this.once('end', () => servers.connected.delete(connected))
    return this
  }

  /** Sends statements that are started in one turn of the event loop in one write; the driver would make one write for each. */
  #sendTogether(): void {
    const plain = this.query.bind(this) as (...given: unknown[]) => unknown
    let corked = false
    const corkedQuery = (...given: unknown[]): unknown => {
      const stream = streamOf(this)
      if (!corked && stream) {
        corked = true
        stream.cork()
        process.nextTick(() => {
          corked = false
          stream.uncork()
        })
      }
      return plain(...given)
    }
    this.query = corkedQuery as typeof this.query
  }

  #leaveReadOnly(servers: Servers): void {
    const plain = this.query.bind(this) as (...given: unknown[]) => unknown
    const watched = (...given: unknown[]): unknown => {
      const answer = plain(...given)
      if (answer instanceof Promise)
        void answer.catch((error: unknown) => {
          if (this.#server && isReadOnly(error)) servers.leave(this.#server, 'it is read-only')
        })
      return answer
    }
    this.query = watched as typeof this.query
  }
}

function firstServerConfig(config: pg.ClientConfig, { list }: Servers): pg.ClientConfig {
  const timeoutMs = Math.min(config.connectionTimeoutMillis ?? connectsInMs, connectsInMs)
  return { ...config, connectionString: list[0]?.connectionString ?? '', connectionTimeoutMillis: timeoutMs }
}

/** Closes the connection immediately; the driver's end() would wait for a response that may never arrive. */
export function dropConnection(client: pg.Client, why: string): void {
  streamOf(client)?.destroy(new Error(`Connection terminated: ${why}`))
}

const streamOf = (client: pg.ClientBase): Socket | undefined =>
  (client as unknown as { connection?: { stream?: Socket } }).connection?.stream

/**
 * Measures how long the process reads answers on a connection. The returned function is called when a statement is sent; what it returns
 * gives the milliseconds since then, less what was given before.
 */
export function openReadTime(client: pg.ClientBase): () => () => number {
  let readMs = 0
  let givenMs = 0
  let begunMs = 0
  const stream = streamOf(client)
  // The driver reads in its own listener, between these two.
  stream?.prependListener('data', () => (begunMs = monotonicMs()))
  stream?.on('data', () => (readMs += monotonicMs() - begunMs))
  return () => {
    const sentMs = readMs
    return () => {
      const ms = readMs - Math.max(sentMs, givenMs)
      givenMs = readMs
      return ms
    }
  }
}
