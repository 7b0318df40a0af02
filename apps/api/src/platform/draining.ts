import { Server, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'
import { StartError } from './start-error.ts'

export type Draining = {
  /**
   * Listens on the socket that systemd passed, or opens HOST:PORT. Returns the address. Throws a StartError if the passed socket has another
   * address: HOST decides how open the server is to others.
   */
  listen(config: Pick<Config, 'host' | 'port' | 'processes'>): Promise<string>
  isDraining(): boolean
  /**
   * Keeps serving for `ms`, so that callers move to other processes: /readyz answers 503, and every answer closes its connection. If other
   * processes share the port (`alone: false`), stops accepting connections immediately, and ends early when no connection is left.
   */
  drain(options: { readonly ms: number; readonly alone: boolean }): Promise<void>
  /** Resolves when no connection is left, once the server has closed. */
  closed(): Promise<void>
}

const checkEveryMs = 50

/** Lets a server stop without losing a call. */
export function openDraining(app: FastifyInstance): Draining {
  const { server } = app
  const closed = Promise.withResolvers<void>()
  let draining = false
  server.once('close', closed.resolve)
  // oxlint-disable-next-line require-await -- fastify's async form of a hook
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })

  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))

  return {
    async listen({ host, port, processes: { socket } }) {
      const address = await app.listen({ host, port, ...socket })
      if (socket) checkPassed(server.address(), { host, port })
      return address
    },
    isDraining: () => draining,
    async drain({ ms, alone }) {
      draining = true
      // Closes only the port. The `close` of an HTTP server would also close connections on which a call may be arriving.
      if (!alone) Server.prototype.close.call(server)
      const checks = Math.ceil(ms / checkEveryMs)
      for (let check = 0; check < checks && (alone || (await connections()) > 0); check++) await wait(checkEveryMs)
    },
    closed: () => (server.listening || draining ? closed.promise : Promise.resolve()),
  }
}

/** The names of this machine, of which any will do for another. */
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

function checkPassed(passed: AddressInfo | string | null, { host, port }: { host: string; port: number }): void {
  const { address, port: at } = typeof passed === 'object' && passed !== null ? passed : { address: passed, port: 0 }
  const sameHost = address === host || (loopback.has(host) && loopback.has(String(address)))
  if (sameHost && at === port) return
  throw new StartError(
    `HOST, PORT: the socket unit listens on ${address}:${at}, and the settings say ${host}:${port}. Change one of them: systemctl edit nare.socket`,
  )
}
