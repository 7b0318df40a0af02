import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export type Draining = {
  isDraining(): boolean
  /**
   * Keeps serving for a time, so that callers move to other processes: /readyz answers 503, every answer closes its connection. Ends earlier where
   * no connection is left. `alone: false`: others share the port, so that this process takes no new connections at once.
   */
  drain(options: { readonly ms: number; readonly alone: boolean }): Promise<void>
  /** Resolves when no connection is left, once the server has closed. */
  closed(): Promise<void>
}

const checkEveryMs = 50

/** Lets a server end without losing a call. */
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
    isDraining: () => draining,
    async drain({ ms, alone }) {
      draining = true
      // Only the port: that of HTTP would also close connections on which a call may be under way to us.
      if (!alone) Server.prototype.close.call(server)
      const checks = Math.ceil(ms / checkEveryMs)
      for (let check = 0; check < checks && (alone || (await connections()) > 0); check++) await wait(checkEveryMs)
    },
    closed: () => (server.listening || draining ? closed.promise : Promise.resolve()),
  }
}
