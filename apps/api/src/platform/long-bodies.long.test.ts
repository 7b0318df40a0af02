import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { openLog } from './log.ts'

/** A server with one call whose bodies may be long. `begun` counts the bodies that it has begun to read. */
async function server() {
  const app = await openHttp({ config: readConfig({}), log: openLog('silent') })
  onTestFinished(() => app.close())
  let begun = 0
  const preParsing = async (): Promise<void> => void begun++
  // The last hook before the body is read: it runs only for bodies that are not refused.
  app.addHook('onRoute', (route) => void (route.preParsing = [route.preParsing ?? [], preParsing].flat()))
  app.post('/pictures', { bodyLimit: 8_000_000 }, async () => ({ read: true }))
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${base}/pictures`, begun: () => begun }
}

/** Sends the headers and a first byte of a body, of unknown length without `bytes`. */
function begin(url: string, bytes?: number) {
  const headers = bytes === undefined ? {} : { 'content-length': bytes }
  const sent: ClientRequest = request(url, { method: 'POST', headers })
  const reply = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
  sent.on('error', () => undefined)
  onTestFinished(() => void sent.destroy())
  sent.write('"')
  return { sent, answer: async () => ({ status: (await reply).statusCode, body: await text(await reply) }), reply }
}

async function sendWhole(url: string, bytes: number): Promise<number | undefined> {
  const { sent, answer } = begin(url, bytes)
  sent.end(`${'x'.repeat(bytes - 2)}"`)
  return (await answer()).status
}

const long = 1_000_000

test('while four long bodies are being read, a further one is refused before it is read, and short ones are accepted', async () => {
  const { url, begun } = await server()
  const first = begin(url, long)
  for (let n = 1; n < 4; n++) begin(url, long)
  await expect.poll(begun).toBe(4)
  for (const bytes of [long, undefined]) {
    const further = begin(url, bytes)
    const { status, body } = await further.answer()
    expect([status, (await further.reply).headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'overloaded', retry_after_s: 2 })
  }
  expect(begun()).toBe(4)
  expect(await sendWhole(url, 200_000)).toBe(200)
  first.sent.end(`${'x'.repeat(long - 2)}"`)
  expect((await first.answer()).status).toBe(200)
  await expect.poll(() => sendWhole(url, long), { timeout: 10_000 }).toBe(200)
})

test('an interrupted long body makes room for the next one', async () => {
  const { url, begun } = await server()
  const interrupted = Array.from({ length: 4 }, () => begin(url, long))
  await expect.poll(begun).toBe(4)
  expect((await begin(url, long).answer()).status).toBe(503)
  for (const { sent } of interrupted) sent.destroy()
  await expect.poll(() => sendWhole(url, long), { timeout: 10_000 }).toBe(200)
})
