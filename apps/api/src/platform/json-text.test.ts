import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { JsonText, openTexts, sendJsonText } from './json-text.ts'
import { openLog } from './log.ts'

test('a prepared text is sent in the form that the client accepts, compressed once, and not at all if unchanged', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const text = JSON.stringify({ data: Array.from({ length: 500 }, (_, n) => ({ n })) })
  const json = new JsonText(text)
  app.get('/text', (request, reply) => sendJsonText(request, reply, json))
  const get = async (headers: Record<string, string>) => {
    const { statusCode, headers: sent, rawPayload } = await app.inject({ url: '/text', headers })
    return { status: statusCode, encoding: sent['content-encoding'], tag: String(sent['etag']), body: rawPayload }
  }
  const [br, gzip, plain] = [
    await get({ 'accept-encoding': 'gzip, br' }),
    await get({ 'accept-encoding': 'gzip' }),
    await get({}),
  ]
  expect([br.encoding, brotliDecompressSync(br.body).toString()]).toEqual(['br', text])
  expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', text])
  expect(plain.body.toString()).toBe(text)
  expect(json.compressed('br')).toBe(json.compressed('br'))
  const unchanged = await get({ 'accept-encoding': 'br', 'if-none-match': br.tag })
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
  await app.close()
})

test('an answer that is made again with the same text is the same, and the oldest are dropped', () => {
  const texts = openTexts(2)
  const [a, b] = [texts('a', '{}'), texts('b', '{}')]
  expect([texts('a', '{}') === a, texts('b', '[]') === b, texts('b', '[]').text]).toEqual([true, false, '[]'])
  texts('c', '{}')
  expect(texts('a', '{}')).not.toBe(a)
})
