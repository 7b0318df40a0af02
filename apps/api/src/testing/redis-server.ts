import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '#platform/clock'

/** The command of the Redis server installed on this machine; undefined if there is none. Debian's package is redis-server. */
export const redisProgram: string | undefined = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

if (!redisProgram) console.warn('Tests of Redis are skipped: install redis-server to run them')

/** A real Redis server as a process of a test, which may kill or freeze it. */
export type RedisServer = {
  readonly url: string
  /** Restarts it empty, on the same port. */
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  wake(): void
  close(): Promise<void>
}

const startMsMax = 30_000

/** Starts a Redis server on a free port of this machine; throws if it does not listen within 30 seconds. Call it only if `redisProgram` is defined. */
export async function redisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nare-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    child = spawn(redisProgram ?? 'redis-server', options, { stdio: 'ignore' })
    const endsMs = monotonicMs() + startMsMax
    while (!(await listens(port))) {
      const { exitCode, signalCode } = child
      if (exitCode !== null || signalCode !== null)
        throw new Error(`Redis ended at its start: ${signalCode ?? exitCode}`)
      if (monotonicMs() > endsMs) throw new Error(`Redis does not listen on port ${port}`)
      await wait(10)
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function listens(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
