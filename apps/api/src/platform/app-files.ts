import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerRefusal } from './http.ts'

/** Paths that only calls live under: what is not found there is answered as a failed call, never with a page. */
const callsOnly = /^\/(v1|api|stk|jp|cb|wallet|sandbox|metrics|healthz|readyz|openapi\.json|assets)(\/|$)/

const yearS = 31_536_000

/**
 * Serves the built bettor app from the site root. Files under /assets carry their hash in the name and are kept for a year; every
 * other GET that no call answers is a screen of the app and gets its shell, also where the same path takes a POST.
 */
export async function serveApp(app: FastifyInstance, folder: string): Promise<void> {
  const built = await stat(join(folder, 'index.html')).catch(() => undefined)
  if (built) {
    await app.register(staticFiles, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const kept = path.includes('/assets/')
        reply.header('cache-control', kept ? `public, max-age=${yearS}, immutable` : 'no-cache')
      },
    })
  }
  const shell = built ? await readFile(join(folder, 'index.html'), 'utf8') : undefined
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const wantsPage = request.method === 'GET' && !callsOnly.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)
    if (!shell || !wantsPage) return answerRefusal(reply, { ok: false, code: 'not_found' })
    await reply.helmet()
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(shell)
  })
}
