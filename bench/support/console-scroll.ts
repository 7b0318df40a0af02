import type { Browser, CDPSession, Page } from 'playwright-core'
import { median, openBrowser } from './browser.ts'
import { traceMain, type Main } from './main-thread.ts'

const password = 'karibu-console'
/** A frame that is later than this has missed its turn on a screen of 60 frames a second. */
const longMs = 25
const frameMs = 1000 / 60
const loadMs = 420_000

/**
 * Loads the whole list of open tickets in Chromium, as scrolling does, then scrolls it with the wheel. Beside the frames it prints the processor
 * time of the page's main thread, which other work on the machine does not change. Returns whether the main thread needs less than a frame's
 * time for a frame, and no task of it more than two.
 */
export async function scrollTickets(url: URL, open: number): Promise<boolean> {
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true })).newPage()
    await logIn(page, url)
    await page.goto(new URL('/console/bets?state=open', url).href)
    await page.getByRole('grid').getByRole('row').nth(20).waitFor()
    await page.addScriptTag({ path: `${import.meta.dirname}/../page/scroll.js` })
    const measure = { browser, page, wire: await page.context().newCDPSession(page) }
    await framesOf(measure, 'nothing moves', () => page.waitForTimeout(2000))
    await framesOf(measure, 'scrolled, few rows', () => scroll(measure, -7_200))
    const fromMs = performance.now()
    const first = await page.evaluate<number>(`loadAll(${open - 1_000}, ${loadMs})`)
    console.log(`${first} rows loaded in ${((performance.now() - fromMs) / 1000).toFixed(0)} s`)
    const loading = await framesOf(measure, 'the last of them load', () => page.evaluate(`loadAll(${open}, 60000)`))
    const up = await framesOf(measure, 'scrolled up, all rows', () => scroll(measure, 14_400))
    const down = await framesOf(measure, 'scrolled down, all rows', () => scroll(measure, -7_200))
    return first >= open - 1_000 && [up, down].every(isFast) && loading.longestMs < 10 * frameMs
  } finally {
    await browser.close()
  }
}

/** Logs in as an admin of the demo. */
export async function logIn(page: Page, url: URL): Promise<void> {
  await page.goto(new URL('/console', url).href)
  const reply = await page.evaluate<number>(`(async () => {
    const { code } = await (await fetch('/sandbox/staff/asha')).json()
    const body = JSON.stringify({ name: 'asha', password: '${password}', code })
    return (await fetch('/v1/operator/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  })()`)
  if (reply !== 200) throw new Error(`the login was answered ${reply}`)
}

export type Measure = { readonly browser: Browser; readonly page: Page; readonly wire: CDPSession }
export type Frames = Main & { readonly frames: number }

/** Turns the wheel over the table at 3,600 pixels a second: down by a negative distance. */
export async function scroll({ wire }: Measure, yDistance: number): Promise<void> {
  await wire.send('Input.synthesizeScrollGesture', {
    ...{ x: 700, y: 500, yDistance, speed: 3_600 },
    gestureSourceType: 'mouse',
  })
}

export const isFast = ({ frames, totalMs, longestMs }: Frames): boolean =>
  totalMs / frames < frameMs && longestMs < 2 * frameMs

/** Does something and prints how long the frames took meanwhile, and the processor time of the main thread. */
export async function framesOf(
  { browser, page }: Measure,
  what: string,
  work: () => Promise<unknown>,
): Promise<Frames> {
  await page.evaluate('beginFrames()')
  const main = await traceMain(browser, work)
  const frames = await page.evaluate<number[]>('endFrames()')
  const sorted = frames.toSorted((a, b) => a - b)
  const perSecond = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0)
  const late = frames.filter((ms) => ms > longMs).length
  console.log(
    `${what.padEnd(26)}${perSecond.toFixed(1)} frames/s, p50 ${median(frames).toFixed(1)}, p99 ` +
      `${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1)} ms, ${late} of ${frames.length} late; processor time of the main thread ` +
      `${(main.totalMs / frames.length).toFixed(1)} ms a frame, longest task ${main.longestMs.toFixed(1)} ms`,
  )
  return { ...main, frames: frames.length }
}
