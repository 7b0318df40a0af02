import type { Page } from 'playwright-core'
import { median, openBrowser } from './browser.ts'

const password = 'karibu-console'
/** A frame that is later than this has missed its turn on a screen of 60 frames a second. */
const longMs = 25
const scrollMs = 10_000
const loadMs = 240_000

/**
 * Loads the whole list of open tickets in Chromium, as scrolling does, and scrolls it at the speed of a wheel and of a dragged bar. Returns
 * whether fewer than one frame in a hundred came late.
 */
export async function scrollTickets(url: URL, open: number): Promise<boolean> {
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true })).newPage()
    await logIn(page, url)
    await page.goto(new URL('/console/bets?state=open', url).href)
    await page.getByRole('grid').getByRole('row').nth(20).waitFor()
    await page.addScriptTag({ path: `${import.meta.dirname}/../page/scroll.js` })
    const still = await page.evaluate<number[]>(`scrollTable(0, 2000)`)
    report('nothing moves', still)
    const fromMs = performance.now()
    const loaded = await page.evaluate<{ rows: number; frames: number[] }>(`loadAll(${open}, ${loadMs})`)
    console.log(`${loaded.rows} rows in ${((performance.now() - fromMs) / 1000).toFixed(1)} s`)
    report('while they load', loaded.frames)
    const slow = report('scrolled 3,600 px/s', await page.evaluate<number[]>(`scrollTable(60, ${scrollMs})`))
    const fast = report('scrolled 120,000 px/s', await page.evaluate<number[]>(`scrollTable(2000, ${scrollMs})`))
    return loaded.rows >= open && slow && fast
  } finally {
    await browser.close()
  }
}

async function logIn(page: Page, url: URL): Promise<void> {
  await page.goto(new URL('/console', url).href)
  const reply = await page.evaluate<number>(`(async () => {
    const { code } = await (await fetch('/sandbox/staff/asha')).json()
    const body = JSON.stringify({ name: 'asha', password: '${password}', code })
    return (await fetch('/v1/operator/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  })()`)
  if (reply !== 200) throw new Error(`the login was answered ${reply}`)
}

/** Prints how long the frames took, and returns whether fewer than one in a hundred was late. */
function report(what: string, frames: readonly number[]): boolean {
  const sorted = frames.toSorted((a, b) => a - b)
  const late = frames.filter((ms) => ms > longMs).length
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  const perSecond = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0)
  console.log(
    `${what.padEnd(24)}${perSecond.toFixed(1)} frames/s, p50 ${median(frames).toFixed(1)}, p99 ${p99.toFixed(1)}, ` +
      `max ${(sorted.at(-1) ?? 0).toFixed(1)} ms, ${late} of ${frames.length} late`,
  )
  return late < frames.length / 100
}
