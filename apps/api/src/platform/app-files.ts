import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FirstPage, type PageLanguage } from './first-page.ts'
import { answerRefusal } from './http.ts'
import { addPageHeaders, inlineScriptsOf, isConsole, type PageConfig } from './page-headers.ts'

/** Paths of API calls. An unknown path below them is answered as a failed call, never with a page. */
const apiPaths = /^\/(v1|api|stk|jp|cb|wallet|sandbox|metrics|healthz|readyz|openapi\.json|assets)(\/|$)/

/** Paths of files. The page of a booking code is none, even if the code was typed with a full stop in it. */
const filePaths = /^\/(?!b\/).*\.[a-z0-9]{2,5}$/i

const yearS = 31_536_000

/** Changes the app's page before it is compressed; pages with one `key` are the same. It leaves inline scripts as they are. */
export type PageChange = {
  readonly key: string
  /** The language of who has chosen none and whose browser names none that the app has. */
  readonly language: PageLanguage
  readonly apply: (html: string) => string
}
type PageChanges = Readonly<Record<'app' | 'console', () => PageChange | undefined>> & {
  /** Changes the manifest of the installed app. */
  readonly manifest: (built: AppManifest) => AppManifest
}
const unchanged: PageChanges = { app: () => undefined, console: () => undefined, manifest: (built) => built }

/** The manifest of the installed app, as far as it is changed. */
export type AppManifest = {
  readonly name: string
  readonly shortcuts?: readonly { readonly name: string; readonly url: string }[]
  readonly [field: string]: unknown
}

/** The files that replace those of the built app, by their paths on the site. */
export type SiteFiles = ReadonlyMap<string, string>

type Serving = {
  readonly folder: string
  /** The built console, which is served at /console. */
  readonly consoleFolder?: string | undefined
  readonly config: PageConfig
  readonly frameSource?: (() => string | undefined) | undefined
  /** Renders the first rows of the page of a first visit. */
  readonly firstPage?: FirstPage | undefined
  /** What the house and its country change of the pages now. */
  readonly branded?: PageChanges
  /** The house's own pictures. */
  readonly pictures?: SiteFiles
}

/**
 * Serves the built bettor app from the site root, and the console below /console. Files under /assets have a hash in their name and are
 * cached for a year. Every other unrouted GET or HEAD is a screen and gets the page of its app, even if the same path accepts a POST.
 */
export async function serveApp(
  app: FastifyInstance,
  { folder, consoleFolder, config, frameSource, firstPage, branded = unchanged, pictures = new Map() }: Serving,
): Promise<void> {
  const whole = await pageOf(folder)
  const consolePage = consoleFolder === undefined ? undefined : await pageOf(consoleFolder)
  await addPageHeaders(app, { config, inlineScripts: inlineScriptsOf(whole?.toString() ?? ''), frameSource })
  // Files need no query and one page loads dozens of them, so they are exempt from rate limits.
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD') route.config = { ...route.config, rateLimit: false }
  })
  if (whole) await serveFiles(app, { folder, prefix: '/', without: [manifestPath, ...pictures.keys()] })
  if (whole) serveManifest(app, { folder, changed: branded.manifest })
  if (consolePage && consoleFolder !== undefined) await serveFiles(app, { folder: consoleFolder, prefix: '/console/' })
  for (const [path, file] of pictures)
    app.get(path, async (_request, reply) =>
      reply
        .type(extname(path) === '.svg' ? 'image/svg+xml' : 'image/png')
        .header('cache-control', 'no-cache')
        .send(await readFile(file)),
    )
  const shells = { app: shellOf(whole, branded.app), console: shellOf(consolePage, branded.console) }
  const withRows = whole && firstPage ? pagesWithRows(whole.toString(), { firstPage, branded: branded.app }) : undefined
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const wantsPage = /^(GET|HEAD)$/.test(request.method) && !apiPaths.test(path) && !filePaths.test(path)
    const shell = wantsPage ? shells[isConsole(path) ? 'console' : 'app']() : undefined
    if (!shell) return answerRefusal(reply, { ok: false, code: 'not_found' })
    const page = (isFirstVisit(request) && (await withRows?.(languageOf(request, branded.app()?.language)))) || shell
    const accepted = acceptedEncodings(request)
    const encoded = page.find(({ name }) => name === undefined || accepted.has(name))
    if (encoded?.name) reply.header('content-encoding', encoded.name)
    reply.type('text/html; charset=utf-8')
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language, save-data, sec-fetch-dest' })
    return reply.send(encoded?.bytes)
  })
}

/** The page of a built app; undefined if the app is not built. */
async function pageOf(folder: string): Promise<Buffer | undefined> {
  const path = join(folder, 'index.html')
  return (await stat(path).catch(() => undefined)) ? readFile(path) : undefined
}

const manifestPath = '/manifest.webmanifest'
type Manifest = { readonly folder: string; readonly changed: PageChanges['manifest'] }

/** Serves the manifest of the installed app as the house has it now. */
function serveManifest(app: FastifyInstance, { folder, changed }: Manifest): void {
  app.get(manifestPath, async (_request, reply) => {
    const built = await readFile(join(folder, manifestPath), 'utf8').catch(() => undefined)
    if (built === undefined) return answerRefusal(reply, { ok: false, code: 'not_found' })
    reply.type('application/manifest+json').header('cache-control', 'no-cache')
    return reply.send(JSON.stringify(changed(JSON.parse(built) as AppManifest)))
  })
}

type Files = { readonly folder: string; readonly prefix: string; readonly without?: readonly string[] }

/** Serves the files of a built app, without some, whose plugin for replies is added by the first one only. */
async function serveFiles(app: FastifyInstance, { folder, prefix, without = [] }: Files): Promise<void> {
  await app.register(staticFiles, {
    root: folder,
    prefix,
    wildcard: false,
    globIgnore: without.flatMap((path) => [path.slice(1), `${path.slice(1)}.*`]),
    index: false,
    preCompressed: true,
    decorateReply: !app.hasReplyDecorator('sendFile'),
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${yearS}, immutable` : 'no-cache')
    },
  })
}

/**
 * Whether a browser opens the front page, so that the page may contain its first rows. A service worker requests the page without the
 * destination `document`: the page that it stores has no rows, because they would be old at the next visit.
 */
const isFirstVisit = ({ url, headers }: FastifyRequest): boolean =>
  url === '/' && headers['sec-fetch-dest'] === 'document' && headers['save-data'] !== 'on'

/** The language in which the app will start on a phone with nothing stored. */
const languageOf = ({ headers }: FastifyRequest, first: PageLanguage = 'en'): PageLanguage =>
  /(^|,)\s*sw/i.test(headers['accept-language'] ?? '') ? 'sw' : first

/** The encodings that a request names, without those with a weight of zero, which it refuses. */
function acceptedEncodings({ headers }: FastifyRequest): ReadonlySet<string> {
  const named = String(headers['accept-encoding']).toLowerCase().split(',')
  return new Set(named.flatMap((text) => (/;\s*q=0(\.0*)?\s*$/.test(text) ? [] : (text.split(';')[0] ?? '').trim())))
}

type Encoded = { readonly name?: 'br' | 'gzip'; readonly bytes: Buffer }

/** A page in each encoding, smallest first. */
function compressed(bytes: Buffer, quality: number): readonly Encoded[] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return [
    { name: 'br', bytes: brotliCompressSync(bytes, { params }) },
    { name: 'gzip', bytes: gzipSync(bytes) },
    { bytes },
  ]
}

const rowsPlaceholder = /<!--first (.*?)-->/

/** Returns a page as it is now; each change of it is compressed once. */
function shellOf(html: Buffer | undefined, branded: () => PageChange | undefined) {
  let last: { readonly key: string | undefined; readonly encoded: readonly Encoded[] } | undefined
  return (): readonly Encoded[] | undefined => {
    if (!html) return undefined
    const change = branded()
    if (!last || last.key !== change?.key) {
      const page = change ? Buffer.from(change.apply(html.toString())) : html
      last = { key: change?.key, encoded: compressed(page, constants.BROTLI_MAX_QUALITY) }
    }
    return last.encoded
  }
}

type Rows = { readonly firstPage: FirstPage; readonly branded: () => PageChange | undefined }
type WithRows = { readonly html: string; readonly key: string | undefined; readonly encoded: readonly Encoded[] }

/** Returns the page with its first rows in a language; each rendering is compressed once. */
function pagesWithRows(whole: string, { firstPage, branded }: Rows) {
  const last = new Map<PageLanguage, WithRows>()
  return async (language: PageLanguage): Promise<readonly Encoded[] | undefined> => {
    const html = await firstPage.html(language)
    if (html === undefined) return undefined
    const cached = last.get(language)
    const change = branded()
    if (cached?.html === html && cached.key === change?.key) return cached.encoded
    const page = whole.replace(
      rowsPlaceholder,
      (_, styles: string) => `${styles}<div id="first" lang="${language}">${html}</div>`,
    )
    const encoded = compressed(Buffer.from(change?.apply(page) ?? page), 5)
    last.set(language, { html, key: change?.key, encoded })
    return encoded
  }
}
