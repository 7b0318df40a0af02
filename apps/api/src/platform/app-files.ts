import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerRefusal } from './http.ts'
import { addPageHeaders, inlineScriptsOf, type PageConfig } from './page-headers.ts'

/** Paths of API calls: an unknown path below them is answered as a failed call, never with a page. */
const apiPaths = /^\/(v1|api|stk|jp|cb|wallet|sandbox|metrics|healthz|readyz|openapi\.json|assets)(\/|$)/

const yearS = 31_536_000

type Serving = {
  readonly folder: string
  readonly config: PageConfig
  readonly frameSource?: (() => string | undefined) | undefined
}

/**
 * Serves the built bettor app from the site root. Files under /assets have a hash in their name and are cached for a year. Every
 * other unrouted GET is a screen of the app and gets its shell, also where the same path accepts a POST.
 */
export async function serveApp(app: FastifyInstance, { folder, config, frameSource }: Serving): Promise<void> {
  const built = await stat(join(folder, 'index.html')).catch(() => undefined)
  const whole = built ? await readFile(join(folder, 'index.html')) : undefined
  await addPageHeaders(app, { config, inlineScripts: inlineScriptsOf(whole?.toString() ?? ''), frameSource })
  if (built) {
    // Files need no query and one page loads dozens of them, so they are exempt from rate limits.
    app.addHook('onRoute', (route) => {
      if (route.method === 'GET' || route.method === 'HEAD') route.config = { ...route.config, rateLimit: false }
    })
    await app.register(staticFiles, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? `public, max-age=${yearS}, immutable` : 'no-cache')
      },
    })
  }
  const shell = whole ? compressed(whole) : undefined
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const wantsPage = request.method === 'GET' && !apiPaths.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)
    if (!shell || !wantsPage) return answerRefusal(reply, { ok: false, code: 'not_found' })
    const accepted = String(request.headers['accept-encoding'])
    const encoding = shell.find(({ name }) => accepted.includes(name))
    if (encoding) reply.header('content-encoding', encoding.name)
    reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return reply.send(encoding?.bytes ?? whole)
  })
}

/** The compressed forms of the shell, smallest first, made once: every first page sends it. */
function compressed(bytes: Buffer): { name: string; bytes: Buffer }[] {
  return [
    { name: 'br', bytes: brotliCompressSync(bytes) },
    { name: 'gzip', bytes: gzipSync(bytes, { level: 9 }) },
  ]
}
