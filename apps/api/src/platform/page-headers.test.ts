import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { serveApp } from './app-files.ts'
import { openHttp } from './http.ts'
import { openLog } from './log.ts'

const inline = ['\n  early = {}\n', 'import("/assets/main.js")']
const html = `<!doctype html><script>${inline[0]}</script><script src="/assets/a.js"></script><script type="module">${inline[1]}</script>`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-pages-'))
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'offline.html'), html)
})
afterAll(() => rm(folder, { recursive: true }))

async function pages(env: Record<string, string> = {}) {
  const config = readConfig(env)
  const app = await openHttp({ config, log: openLog('silent') })
  await serveApp(app, { folder, config })
  return app
}

/** The directives of a page's policy, by name. */
function policyOf(headers: Record<string, unknown>): Map<string, string[]> {
  const parts = String(headers['content-security-policy']).split(';')
  return new Map(parts.map((part) => part.trim().split(' ')).map(([name = '', ...values]) => [name, values]))
}

test.each(['/', '/match/1', '/index.html', '/offline.html', '/withdraw'])(
  'the page %s may run its own inline scripts and no other, and may not be framed',
  async (url) => {
    const app = await pages()
    const reply = await app.inject({ url, headers: { host: 'bets.example:3000' } })
    const policy = policyOf(reply.headers)
    const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    expect(reply.statusCode).toBe(200)
    expect(policy.get('script-src')).toEqual(["'self'", ...hashes])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('connect-src')).toEqual(["'self'", 'ws://bets.example:3000', 'wss://bets.example:3000'])
    expect(reply.headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
    await app.close()
  },
)

test('frames are limited to the configured providers, and sockets to the public address', async () => {
  const frames = { FRAME_SOURCES: 'https://games.example', IGPIXEL_URL: 'https://sports.example/start?x=1' }
  const app = await pages({ ...frames, PUBLIC_URL: 'https://bets.example' })
  const policy = policyOf((await app.inject({ url: '/', headers: { host: 'elsewhere.example' } })).headers)
  expect(policy.get('frame-src')).toEqual(["'self'", 'https://games.example', 'https://sports.example'])
  expect(policy.get('connect-src')).toEqual(["'self'", 'wss://bets.example'])
  await app.close()
})

test('a malformed Host header does not get into the policy', async () => {
  const app = await pages()
  const policy = policyOf((await app.inject({ url: '/', headers: { host: 'x; script-src *' } })).headers)
  expect(policy.get('script-src')).not.toContain('*')
  expect(policy.get('connect-src')).toEqual(["'self'", "'self'"])
  await app.close()
})
