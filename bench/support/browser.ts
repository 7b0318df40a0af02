import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { findBrowser } from '../../e2e/support/browser.ts'

export type Phone = { readonly page: Page; readonly wire: CDPSession; readonly context: BrowserContext }

/** Lighthouse's mobile profile as DevTools applies it: Slow 4G including handshakes, and a processor four times slower. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const slowdown = 4

export const openBrowser = async (): Promise<Browser> => chromium.launch(await findBrowser())

/** A phone of 360x640 with an empty cache. `network: false` slows only the processor. */
export async function openPhone(browser: Browser, { network = true } = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    serviceWorkers: 'block',
    // The benchmark evaluates scripts in the page.
    bypassCSP: true,
  })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  if (network) await wire.send('Network.emulateNetworkConditions', slow4G)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, wire, context }
}

/** The median; the lower of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}
