import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../../apps/bettor/dist', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}
const calls = /^\/(v1|api|stk|jp|sandbox|healthz|readyz)(\/|$)/

export type Releases = {
  readonly url: string
  /** Replaces the current release at once by the same app, in which every hashed file has another name. */
  next: () => Promise<void>
  stop: () => Promise<void>
}

/** Serves the built app as successive releases, and proxies the API to a running platform. */
export async function serveReleases(platform: string): Promise<Releases> {
  const root = await mkdtemp(join(tmpdir(), 'nare-release-'))
  let folder = join(root, '0')
  await cp(built, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const server = createServer((request, answer) => {
    const path = request.url?.split('?')[0] ?? '/'
    if (request.method !== 'GET' || calls.test(path)) return pass(platform, request, answer)
    void file(folder, path, answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The release has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    next: async () => {
      folder = await nextRelease(folder)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await rm(root, { recursive: true, force: true })
    },
  }
}

function pass(platform: string, request: IncomingMessage, answer: ServerResponse): void {
  const onward = ask(platform + request.url, { method: request.method, headers: request.headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  onward.on('error', () => answer.writeHead(502).end())
  request.pipe(onward)
}

/** Like the platform: serves a file of the release, 404 for a file of another release, and the shell for other paths. */
async function file(folder: string, path: string, answer: ServerResponse): Promise<void> {
  const named = extname(path) === '' ? '/index.html' : path
  const body = await readFile(join(folder, named)).catch(() => undefined)
  if (!body) return void answer.writeHead(404).end()
  const kept = named.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  answer.writeHead(200, { 'content-type': types[extname(named)] ?? 'text/plain', 'cache-control': kept }).end(body)
}

const hashed = /-([\w-]{8})\.(?:js|css)$/

/** Makes the next release beside the current one and returns its folder. */
async function nextRelease(current: string): Promise<string> {
  const folder = `${current}-next`
  await cp(current, folder, { recursive: true })
  const assets = join(folder, 'assets')
  const names = await readdir(assets)
  const hashes = new Map(
    names.flatMap((name) => {
      const hash = hashed.exec(name)?.[1]
      return hash === undefined ? [] : [[hash, randomBytes(4).toString('hex')] as const]
    }),
  )
  const renewed = (text: string): string =>
    text.replace(/-([\w-]{8})\.(js|css)/g, (whole, hash: string, kind: string) =>
      hashes.has(hash) ? `-${hashes.get(hash)}.${kind}` : whole,
    )
  for (const path of [...names.map((name) => join(assets, name)), join(folder, 'index.html'), join(folder, 'sw.js')]) {
    if (!/\.(js|css|html)$/.test(path)) continue
    const text = renewed(await readFile(path, 'utf8'))
    await writeFile(
      path,
      path.endsWith('sw.js') ? text.replace(/(["'`])[0-9a-f]{12}\1/, `"${randomBytes(6).toString('hex')}"`) : text,
    )
  }
  for (const name of names) if (renewed(name) !== name) await rename(join(assets, name), join(assets, renewed(name)))
  return folder
}
