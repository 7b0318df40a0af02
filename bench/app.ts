import type { Browser } from 'playwright-core'
import { median, openBrowser, openPhone } from './support/browser.ts'
import { startServer } from './support/server.ts'

/**
 * `npm run bench app`: first visits on a phone by Lighthouse's mobile profile (Slow 4G, a processor four times slower), the median of
 * three for each page, compared with the aims. The browser measures LCP and CLS. It may choose the shell's line about the minimum
 * age as the largest element, so the element is printed. `content` is the first paint of a row, form or heading of the
 * page. Blocking is the time of long tasks beyond 50 ms, between the first paint and five quiet seconds.
 */
const runs = Number(process.env['BENCH_RUNS'] ?? 3)
const aims = { lcp: 2000, cls: 0.02, blocking: 150, scripts: 120_000 }

type Seen = {
  lcp: number
  content: number
  what: string
  cls: number
  blocking: number
  first: number
  scripts: number
  bytes: number
}

const server = await startServer({ FEED: 'simulated' })
const browser = await openBrowser()
try {
  const match = await firstMatch(server.url)
  const pages = { home: '/', match: `/match/${match}`, login: '/login', casino: '/casino' }
  console.log('page     first paint       LCP   content    CLS   blocking   scripts    all    LCP is')
  for (const [name, path] of Object.entries(pages)) {
    const seen: Seen[] = []
    for (let run = 0; run < runs; run++) seen.push(await visit(browser, new URL(path, server.url).href))
    const medianOf = (pick: (visit: Seen) => number) => median(seen.map(pick))
    const row: Seen = {
      lcp: medianOf(({ lcp }) => lcp),
      content: medianOf(({ content }) => content),
      cls: medianOf(({ cls }) => cls),
      blocking: medianOf(({ blocking }) => blocking),
      first: medianOf(({ first }) => first),
      scripts: medianOf(({ scripts }) => scripts),
      bytes: medianOf(({ bytes }) => bytes),
      what: seen[0]?.what ?? '',
    }
    print(name, row)
  }
} finally {
  await browser.close()
  await server.stop()
}

function print(name: string, row: Seen): void {
  const over = (Object.keys(aims) as (keyof typeof aims)[]).filter((key) => row[key] > aims[key])
  const ms = (value: number) => `${Math.round(value)} ms`.padStart(8)
  const kb = (value: number) => `${Math.round(value / 1000)} KB`.padStart(7)
  console.log(
    `${name.padEnd(8)} ${ms(row.first)}    ${ms(row.lcp)}  ${ms(row.content)}  ${row.cls.toFixed(3)}   ${ms(row.blocking)}   ${kb(row.scripts)} ${kb(row.bytes)}  ${row.what}` +
      (over.length > 0 ? `   over the aim: ${over.join(', ')}` : ''),
  )
}

async function firstMatch(url: URL): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(new URL('/v1/matches?sport_id=79&when=highlights&limit=1', url))
    const { data }: { data: { match_id: string }[] } = JSON.parse(await answer.text())
    if (data[0]) return data[0].match_id
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the feed has no match')
}

async function visit(browser: Browser, url: string): Promise<Seen> {
  const { page, wire, context } = await openPhone(browser)
  let bytes = 0
  let scripts = 0
  const scriptIds = new Set<string>()
  wire.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scriptIds.add(requestId))
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (scriptIds.has(requestId)) scripts += encodedDataLength
  })
  await page.addInitScript({ path: `${import.meta.dirname}/page/visit.js` })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction('seen.content > 0')
  await page.waitForTimeout(5000)
  const seen = await page.evaluate<Omit<Seen, 'scripts' | 'bytes'>>('seen')
  await context.close()
  return { ...seen, scripts, bytes }
}
