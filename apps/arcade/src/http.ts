import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Refused } from './table.ts'

export type Asked = {
  /** The requested host, without its port. */
  readonly hostname: string
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
}
/** A response: an object is sent as JSON, a page by its name. */
export type Answer = object | { readonly page: string }
export type Handle = (asked: Asked) => Promise<Answer | undefined>

const bodyCharsMax = 16 * 1024
const publicFolder = new URL('../public/', import.meta.url)
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
const statuses = { invalid: 400, no_session: 401, not_now: 409, no_funds: 422, refused: 422, unknown: 503 } as const

/**
 * A plain HTTP server for pages and JSON calls. Only `sites` may frame the pages. Calls are accepted from its own pages, and without an
 * Origin.
 */
export async function serve(
  { host, port, sites }: { host: string; port: number; sites: readonly string[] },
  handle: Handle,
) {
  const security = {
    'content-security-policy': `default-src 'self'; img-src data:; frame-ancestors 'self' ${sites.join(' ')}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, type: string, content: string | Buffer, cache = 'no-store'): void =>
      void response.writeHead(status, { ...security, 'content-type': type, 'cache-control': cache }).end(content)
    const json = (status: number, value: object): void => send(status, 'application/json', JSON.stringify(value))
    try {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
      const { origin, host: asked } = request.headers
      if (origin !== undefined && hostOf(origin) !== asked) return json(403, { error: 'not_allowed' })
      const file = /^\/assets\/([a-z0-9-]+\.(?:js|css))$/.exec(path)?.[1]
      if (file !== undefined) return await sendFile(file)
      const hostname = hostnameOf(`http://${asked ?? ''}`)
      const method = request.method ?? 'GET'
      const answered = await handle({ hostname, method, path, query, body: await bodyOf(request) })
      if (!answered) return json(404, { error: 'not_found' })
      if ('page' in answered && typeof answered.page === 'string')
        return send(200, types['html'] ?? '', await pageOf(answered.page), 'no-cache')
      return json(200, answered)
    } catch (error) {
      if (error instanceof Refused) return json(statuses[error.code], { error: error.code })
      return json(error instanceof SyntaxError || error instanceof URIError ? 400 : 500, { error: 'internal' })
    }

    async function sendFile(name: string): Promise<void> {
      const content = await readFile(new URL(name, publicFolder)).catch(() => undefined)
      if (!content) return json(404, { error: 'not_found' })
      send(200, types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain', content, 'no-cache')
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const at = server.address() as AddressInfo
  return {
    port: at.port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A page: the shared layout with the title and content of the page's file. */
async function pageOf(name: string): Promise<string> {
  const [page, own] = await Promise.all(
    ['page', name].map((file) => readFile(new URL(`${file}.html`, publicFolder), 'utf8')),
  )
  const [, title = '', content = ''] = /^<title>(.*)<\/title>\n([\s\S]*)$/.exec(own ?? '') ?? []
  const parts: Readonly<Record<string, string>> = { title, name, content }
  return (page ?? '').replace(/<!--(title|name|content)-->/g, (_mark, part: string) => parts[part] ?? '')
}

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')
const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > bodyCharsMax) throw new SyntaxError('too long')
  }
  const read: unknown = text === '' ? {} : JSON.parse(text)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}
