import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import type { Connection } from '#platform/db'
import { crashEnv } from './crash-world.ts'

/** A server in a separate process on this database, which owns the crash game. */
export async function crashChild(connection: Connection, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'nare-crash-'))
  const child = fork(new URL('crash-process.ts', import.meta.url), {
    env: {
      ...process.env,
      ...crashEnv,
      ...env,
      ARGON2_MEMORY_KIB: '1024',
      CONNECTION: JSON.stringify(connection),
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let text = ''
  child.stdout?.on('data', (data) => (text += String(data)))
  while (!text.includes('listens')) await once(child.stdout ?? child, 'data')
  const url = /listens (\S+)/.exec(text)?.[1] ?? ''
  return {
    async call<R extends Route>(route: R, input: Sent<R>, token: string): Promise<{ status: number; body: Answer<R> }> {
      const { url: path, rest } = address(route, input as Record<string, unknown>)
      const reply = await fetch(new URL(path, url), {
        method: route.method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(route.method === 'POST' && { body: JSON.stringify(rest) }),
      })
      return { status: reply.status, body: (await reply.json()) as Answer<R> }
    },
    /** Kills the process without a shutdown. */
    async kill(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
