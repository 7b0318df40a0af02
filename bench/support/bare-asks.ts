import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fastify } from 'fastify'
import { openDaraja, type DarajaSettings } from '@nare/api/modules/payments/payments'
import { realClock } from '@nare/api/platform/clock'

/** The number of concurrent queries of the platform. */
const atOnceMax = 256

export type BareAsks = { readonly url: URL; asked(): Promise<number>; stop(): void }

/**
 * A Fastify server in a separate process that accepts callbacks, queries the provider about each with the platform's client, and stores
 * nothing. It measures the cost of two HTTP calls without a database.
 */
export async function startBareAsks(settings: DarajaSettings): Promise<BareAsks> {
  const child = spawn('node', [import.meta.filename, 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(settings))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = new URL(line)
  return {
    url,
    asked: async () => Number(await (await fetch(new URL('/asked', url))).text()),
    stop: () => void child.kill(),
  }
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'serve') await serve()

async function serve(): Promise<void> {
  let text = ''
  for await (const data of process.stdin) text += String(data)
  const settings = JSON.parse(text) as DarajaSettings
  const payee = { shortcode: settings.collect.shortcode, either: false }
  const provider = openDaraja({ settings: async () => settings, clock: realClock, payee })
  const waiting: string[] = []
  let [running, asked] = [0, 0]
  async function work(): Promise<void> {
    running++
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const status = await provider.promptState({ requestId: id, reference: '' })
      if (status.is === 'succeeded') asked++
    }
    running--
  }
  const app = fastify()
  app.post<{ Body: { Body: { stkCallback: { CheckoutRequestID: string } } } }>('/cb/:key', async ({ body }) => {
    waiting.push(body.Body.stkCallback.CheckoutRequestID)
    if (running < atOnceMax) void work()
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  })
  app.get('/asked', async () => asked)
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
}
