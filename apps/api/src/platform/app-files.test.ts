import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { serveApp } from './app-files.ts'
import type { FirstPage } from './first-page.ts'
import { openHttp } from './http.ts'
import { openLog } from './log.ts'

const shell = '<!doctype html><div id="root"></div><!--first <link rel="stylesheet" href="/assets/a.css">--><i></i>'
const opened = { 'sec-fetch-dest': 'document' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-app-'))
  await writeFile(join(folder, 'index.html'), shell)
})
afterAll(() => rm(folder, { recursive: true }))

async function appWith(html: FirstPage['html']) {
  const app = await openHttp({ config: readConfig({}), log: openLog('silent') })
  await serveApp(app, { folder, config: readConfig({}), firstPage: { html, close: async () => {} } })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  const head = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'HEAD', url, headers })
  return { get, head, close: () => app.close() }
}

const rows = async (language: string): Promise<string> => `<p>rows in ${language}, $1 $& </p>`

test('a browser that opens the front page gets its rows with their styles, in the requested language', async () => {
  const app = await appWith(rows)
  const english = await app.get('/', { ...opened, 'accept-language': 'en-KE' })
  const swahili = await app.get('/', { ...opened, 'accept-language': 'sw' })
  expect(english.headers).toMatchObject({
    'cache-control': 'no-cache',
    vary: expect.stringContaining('accept-language'),
    'content-type': 'text/html; charset=utf-8',
  })
  expect(swahili.body).toBe(
    '<!doctype html><div id="root"></div><link rel="stylesheet" href="/assets/a.css">' +
      '<div id="first" lang="sw"><p>rows in sw, $1 $& </p></div><i></i>',
  )
  await app.close()
})

test.each<[string, string, Record<string, string>]>([
  ['a service worker, which keeps the page', '/', { 'sec-fetch-dest': 'empty' }],
  ['a browser that sends no Sec-Fetch-Dest header', '/', {}],
  ['a browser that saves data', '/', { ...opened, 'save-data': 'on' }],
  ['another page', '/match/1', opened],
  ['a front page with a filter', '/?when=live', opened],
  ['a booking code with a full stop in it', '/b/K7P.2QX', opened],
  ['a booking code with encoded signs', '/b/%23K7P.2QX', opened],
])('%s gets the page without rows', async (_, url, headers) => {
  const app = await appWith(rows)
  expect((await app.get(url, headers)).body).toBe(shell)
  await app.close()
})

test('the page is sent without rows if they cannot be rendered', async () => {
  const app = await appWith(async () => undefined)
  expect((await app.get('/', opened)).body).toBe(shell)
  await app.close()
})

test('the page with rows is compressed as the browser accepts it, and follows the rows', async () => {
  let version = 1
  const app = await appWith(async () => `<p>version ${version}</p>`)
  const ask = (encoding: string) => app.get('/', { ...opened, 'accept-encoding': encoding })
  const pressed = await ask('gzip, br')
  expect(pressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(pressed.rawPayload).toString()).toContain('version 1')
  version = 2
  const again = await ask('gzip')
  expect(again.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(again.rawPayload).toString()).toContain('version 2')
  await app.close()
})

test('a HEAD request of a page gets its headers without a body, and 404 for a path that is not a page', async () => {
  const app = await appWith(rows)
  for (const [url, headers] of [['/', opened] as const, ['/match/1', {}] as const]) {
    const { body: page, headers: whole } = await app.get(url, headers)
    const { statusCode, body, headers: alone } = await app.head(url, headers)
    expect([statusCode, body, alone['content-length']]).toEqual([200, '', String(Buffer.byteLength(page))])
    expect(alone['content-security-policy']).toBe(whole['content-security-policy'])
  }
  for (const url of ['/v1/nothing', '/missing.js']) expect((await app.head(url)).statusCode).toBe(404)
  await app.close()
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['br;q=0.1', 'br'],
  ['vibrant, gzipped', undefined],
  ['identity;q=1, br;q=0, gzip;q=0', undefined],
])('a request that accepts %s gets no encoding that it refuses', async (accepted, encoding) => {
  const app = await appWith(rows)
  for (const url of ['/', '/match/1']) {
    const page = await app.get(url, { ...opened, 'accept-encoding': accepted })
    expect(page.headers['content-encoding']).toBe(encoding)
  }
  await app.close()
})

test('a cache must not serve a page with rows to a browser that saves data', async () => {
  const app = await appWith(rows)
  expect((await app.get('/', opened)).headers['vary']).toContain('save-data')
  await app.close()
})

test('the manifest is changed by the house as it is asked for, its pictures replace the built ones, and other files stay', async () => {
  const [built, own] = [await mkdtemp(join(tmpdir(), 'nare-built-')), await mkdtemp(join(tmpdir(), 'nare-house-'))]
  onTestFinished(async () => void (await Promise.all([built, own].map((one) => rm(one, { recursive: true })))))
  const files = { 'index.html': shell, 'icon.svg': '<svg>built</svg>', 'icon.svg.gz': 'built', 'icon-192.png': 'built' }
  for (const [name, text] of Object.entries(files)) await writeFile(join(built, name), text)
  await writeFile(join(built, 'manifest.webmanifest'), JSON.stringify({ name: 'Built', display: 'standalone' }))
  await writeFile(join(own, 'icon.svg'), '<svg>own</svg>')

  let name = 'Simba'
  const app = await openHttp({ config: readConfig({}), log: openLog('silent') })
  const nothing = () => undefined
  await serveApp(app, {
    ...{ folder: built, config: readConfig({}) },
    branded: { app: nothing, console: nothing, manifest: (before) => ({ ...before, name }) },
    pictures: new Map([['/icon.svg', join(own, 'icon.svg')]]),
  })
  const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  const icon = await get('/icon.svg')
  expect([icon.body, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
    ...['<svg>own</svg>', 'image/svg+xml', 'no-cache'],
  ])
  expect((await get('/icon-192.png')).body).toBe('built')
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json(;|$)/)
  expect(manifest.headers['cache-control']).toBe('no-cache')
  expect(manifest.json()).toEqual({ name: 'Simba', display: 'standalone' })
  name = 'Twiga'
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Twiga' })
  await app.close()
})
