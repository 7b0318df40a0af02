import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { JsonText, openTexts, sendJsonText, textOnce } from './json-text.ts'
import { openLog } from './log.ts'
import { runFor, type Work } from './public-work.ts'

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

test('a guest pays for a long text that was put together for him and for its bytes, not for one that is kept', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const text = (length: number) => JSON.stringify({ data: 'a'.repeat(length) })
  let json = new JsonText('')
  let work: Work
  const spent: number[] = []
  app.get('/text', (request, reply) => runFor(work, () => sendJsonText(request, reply, json)))
  const costOf = async (given: JsonText, headers: Record<string, string> = {}) => {
    json = given
    spent.length = 0
    work = { spend: (ms) => void spent.push(ms), wasMade: false, isMeasured: false, nowMs: () => 0 }
    await app.inject({ url: '/text', headers })
    // What is counted at the end of a turn has been counted then.
    await new Promise(setImmediate)
    return { wasMade: work.wasMade, spent: spent.filter((ms) => ms > 0), times: spent.length }
  }
  const nothing = { wasMade: false, spent: [], times: 0 }
  expect(await costOf(new JsonText(text(50_000)))).toEqual(nothing)
  expect(await costOf(new JsonText(text(500), { isKept: false }))).toEqual(nothing)
  expect(await costOf(new JsonText(text(50_000), { isKept: false }))).toEqual({ ...nothing, wasMade: true })
  expect((await costOf(new JsonText(text(1_000_000)))).spent).toEqual([expect.closeTo(0.5, 2)])
  // Compressed, the same text is small; what follows the compression in another thread is measured.
  expect(await costOf(new JsonText(text(1_000_000)), { 'accept-encoding': 'br' })).toEqual({ ...nothing, times: 1 })
  await app.close()
})

test('a part of many answers is serialised once, and the bytes of a text are made once', () => {
  let times = 0
  const row = { toJSON: () => ++times }
  expect([textOnce(row), textOnce(row), textOnce({ ...row })]).toEqual(['1', '1', '2'])
  const json = new JsonText('{}')
  expect(json.bytes).toBe(json.bytes)
})
