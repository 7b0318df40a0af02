import type { Socket } from 'node:net'
import pg from 'pg'
import { fitness, isReadOnly, serversOf, type Server, type Servers } from './servers.ts'

/** With several servers a dead one must not cost a connection its whole time. */
const connectsInMs = 3_000

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * The driver's client for addresses that may name several servers: it connects to the one that is as `target_session_attrs` wants, and
 * checks that on the connection itself. It leaves a server that refuses a write because it accepts none. With an address of one server
 * it is the driver's client. All connections of the server and its commands are made by it.
 */
export class DbClient extends pg.Client {
  readonly #servers: Servers | undefined
  #server: Server | undefined

  constructor(config: pg.ClientConfig = {}) {
    const servers = serversOf(config.connectionString)
    super(servers ? forOne(config, servers) : config)
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
    // The callback runs outside the promise: what it throws is no failure to connect.
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
        throw Object.assign(new Error(`${server.host}:${server.port} is no ${servers.wanted}`), { code: '57P03' })
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

  /** Statements that are started in one turn of the event loop leave in one write, where the driver makes one of each. */
  #sendTogether(): void {
    const plain = this.query.bind(this) as (...given: unknown[]) => unknown
    let corked = false
    const together = (...given: unknown[]): unknown => {
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
    this.query = together as typeof this.query
  }

  #leaveReadOnly(servers: Servers): void {
    const plain = this.query.bind(this) as (...given: unknown[]) => unknown
    const watched = (...given: unknown[]): unknown => {
      const answer = plain(...given)
      if (answer instanceof Promise)
        void answer.catch((error: unknown) => {
          if (this.#server && isReadOnly(error)) servers.leave(this.#server, 'it accepts no writes')
        })
      return answer
    }
    this.query = watched as typeof this.query
  }
}

function forOne(config: pg.ClientConfig, { list }: Servers): pg.ClientConfig {
  const timeoutMs = Math.min(config.connectionTimeoutMillis ?? connectsInMs, connectsInMs)
  return { ...config, connectionString: list[0]?.connectionString ?? '', connectionTimeoutMillis: timeoutMs }
}

/** Closes the connection at once: the driver's end() would wait for an answer that may never come. */
export function dropConnection(client: pg.Client, why: string): void {
  streamOf(client)?.destroy(new Error(`Connection terminated: ${why}`))
}

const streamOf = (client: pg.Client): Socket | undefined =>
  (client as unknown as { connection?: { stream?: Socket } }).connection?.stream
