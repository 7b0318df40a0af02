import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { serveApp } from './app-files.ts'
import { openHttp } from './http.ts'
import { openLog } from './log.ts'

const pageOf = (name: string): string => `<!doctype html><title>${name}</title>`

let folder: string
let app: Awaited<ReturnType<typeof openHttp>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-console-'))
  for (const name of ['bettor', 'console']) {
    await mkdir(join(folder, name, 'assets'), { recursive: true })
    await writeFile(join(folder, name, 'index.html'), pageOf(name))
    await writeFile(join(folder, name, 'assets', 'main-1.js'), `// ${name}`)
  }
  const config = readConfig({})
  app = await openHttp({ config, log: openLog('silent') })
  await serveApp(app, { folder: join(folder, 'bettor'), consoleFolder: join(folder, 'console'), config })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['/console', 'console'],
  ['/console/', 'console'],
  ['/console/login?back=/house', 'console'],
  ['/console/bettors/12', 'console'],
  ['/consoles', 'bettor'],
  ['/', 'bettor'],
  ['/match/1', 'bettor'],
])('%s is a page of the %s app', async (url, name) => {
  const reply = await app.inject({ url })
  expect([reply.statusCode, reply.body]).toEqual([200, pageOf(name)])
})

test('the files of the console are cached for a year, and an unknown file is not a page', async () => {
  const file = await app.inject({ url: '/console/assets/main-1.js' })
  expect([file.body, file.headers['cache-control']]).toEqual(['// console', expect.stringContaining('immutable')])
  expect((await app.inject({ url: '/console/assets/main-2.js' })).statusCode).toBe(404)
  expect((await app.inject({ url: '/assets/main-1.js' })).body).toBe('// bettor')
})

test('a page of the console may run no inline script or style, load nothing from elsewhere and not be framed', async () => {
  const policies = ['/console', '/console/bettors', '/console/index.html'].map(async (url) =>
    String((await app.inject({ url })).headers['content-security-policy']),
  )
  for (const policy of await Promise.all(policies)) {
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:\/\/|sha256/)
  }
  expect((await app.inject({ url: '/match/1' })).headers['content-security-policy']).toContain("'unsafe-inline'")
})

test('nothing is posted to a page of the console', async () => {
  expect((await app.inject({ method: 'POST', url: '/console/login' })).statusCode).toBe(404)
})

test('while the console is not built, its addresses are not pages', async () => {
  const config = readConfig({})
  const without = await openHttp({ config, log: openLog('silent') })
  await serveApp(without, { folder: join(folder, 'bettor'), consoleFolder: join(folder, 'missing'), config })
  expect((await without.inject({ url: '/console' })).statusCode).toBe(404)
  await without.close()
})
