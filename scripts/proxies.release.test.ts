import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { request } from 'node:https'
import { createServer as listener, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

/** The files of packaging/proxies, each run by its own program in front of a server that says what it was sent. */
const name = 'bets.example.com'
const megabyte = 1024 * 1024
const read = (file: string) => readFile(new URL(`../packaging/proxies/${file}`, import.meta.url), 'utf8')
const has = (program: string) => spawnSync(program, ['version']).error === undefined

type At = { readonly folder: string; readonly port: number; readonly upstream: number }

/** Writes the settings of a proxy with this port, this server and a certificate of the test; returns its command. */
const proxies: Record<string, (at: At) => Promise<readonly string[]>> = {
  async nginx({ folder, port, upstream }) {
    const text = (await read('nginx.conf'))
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      .replaceAll(/^ *listen (\[::\]:\d+.*|80);\n/gm, '')
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/^server \{\n {2}server_name.*?^\}\n/ms, '')
      .replaceAll('/etc/ssl/nare', folder)
      .replace('/var/log/nginx/nare.log', join(folder, 'log'))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${join(folder, one)};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const main = `${user} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'errors')}; events {}`
    await writeFile(join(folder, 'nginx.conf'), `${main} http { ${temporary.join(' ')}\n${text} }`)
    return ['nginx', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')]
  },
  async caddy({ folder, port, upstream }) {
    const text = (await read('Caddyfile'))
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      .replace(/^bets\.example\.com \{/m, `${name}:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/key.pem`)
    await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${text}`)
    return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
}

describe.each(Object.keys(proxies))('%s', (program) => {
  const isHere = has(program)
  let folder: string
  let server: Server
  let sockets: WebSocketServer
  let proxy: ChildProcess | undefined
  let port = 0
  let calls = 0
  let seen: IncomingHttpHeaders = {}

  beforeAll(async () => {
    if (!isHere) return
    folder = await mkdtemp(join(tmpdir(), 'nare-proxy-'))
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files], {
      stdio: 'ignore',
    })
    server = createServer((incoming, reply) => {
      calls++
      seen = incoming.headers
      if (incoming.url === '/v1/bet') return void incoming.socket.destroy()
      let bytes = 0
      incoming.on('data', (data: Buffer) => (bytes += data.length))
      incoming.on('end', () => reply.end(String(bytes)))
    })
    sockets = new WebSocketServer({ server, path: '/v1/live' })
    sockets.on('connection', (socket) =>
      socket.on('message', (data: Buffer) => socket.send(`heard ${data.toString()}`)),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = await freePort()
    const upstream = (server.address() as AddressInfo).port
    const [command = '', ...words] = (await proxies[program]?.({ folder, port, upstream })) ?? []
    proxy = spawn(command, words, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
    await vi.waitFor(async () => expect((await send('/healthz')).status).toBe(200), { timeout: 60_000 })
  })
  afterAll(async () => {
    if (!isHere) return
    if (proxy && proxy.exitCode === null) {
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
    }
    sockets.close()
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends a call through the proxy. */
  function send(path: string, { bytes = 0, headers = {} }: { bytes?: number; headers?: Record<string, string> } = {}) {
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, servername: name, rejectUnauthorized: false, agent: false }
      const method = bytes > 0 ? 'POST' : 'GET'
      const call = request(
        { ...options, method, headers: { host: name, 'content-length': bytes, ...headers } },
        (reply) => {
          let text = ''
          reply.on('data', (data: Buffer) => (text += data.toString()))
          reply.on('end', () => resolve({ status: reply.statusCode, text }))
        },
      )
      call.on('error', reject)
      call.end(Buffer.alloc(bytes))
    })
  }

  test('passes the pictures of documents, and refuses more than the server reads', async (context) => {
    if (!isHere) context.skip(`${program} is not installed`)
    expect(await send('/v1/documents', { bytes: 6 * megabyte })).toEqual({ status: 200, text: String(6 * megabyte) })
    const before = calls
    const tooMuch = await send('/v1/documents', { bytes: 12 * megabyte })
    // Caddy before 2.8 sees the size only while it passes the body on.
    expect(program === 'caddy' ? [413, 502] : [413]).toContain(tooMuch.status)
    expect(calls - before).toBeLessThan(2)
  })

  test("tells the caller's own address, name and https, whatever the caller says", async (context) => {
    if (!isHere) context.skip(`${program} is not installed`)
    await send('/v1/matches', { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' } })
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', host: name })
  })

  test('keeps a socket open in both directions', async (context) => {
    if (!isHere) context.skip(`${program} is not installed`)
    const options = { servername: name, rejectUnauthorized: false, headers: { host: name } }
    const socket = new WebSocket(`wss://127.0.0.1:${port}/v1/live`, options)
    await once(socket, 'open')
    socket.send('subscribe')
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(data.toString()).toBe('heard subscribe')
    socket.terminate()
  })

  test('sends a command once, also if the server ends without an answer', async (context) => {
    if (!isHere) context.skip(`${program} is not installed`)
    const before = calls
    expect((await send('/v1/bet', { bytes: 100 })).status).toBe(502)
    expect(calls - before).toBe(1)
  })

  test.runIf(program === 'nginx')('keeps the addresses of callbacks out of its log', async (context) => {
    if (!isHere) context.skip(`${program} is not installed`)
    await send('/cb/0123456789abcdef')
    await send('/v1/matches?after')
    const log = () => readFile(join(folder, 'log'), 'utf8')
    await expect.poll(log).toContain('/v1/matches?after')
    expect(await log()).not.toContain('/cb/')
  })
})

async function freePort(): Promise<number> {
  const any = listener().listen(0, '127.0.0.1')
  await once(any, 'listening')
  const { port } = any.address() as AddressInfo
  any.close()
  return port
}
