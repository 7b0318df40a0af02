import type { Page } from '@playwright/test'
import { waitUntilSettled } from './settled.ts'

/**
 * Waits until the page is stable, then records layout shifts on the page's root element. The returned function reads them, one per line.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string>> {
  await waitUntilSettled(page)
  await page.evaluate(async () => {
    await new Promise((done) => requestIdleCallback(done))
    const { dataset } = document.documentElement
    dataset['shifted'] = ''
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) dataset['shifted'] += `${JSON.stringify(entry)}\n`
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => document.documentElement.dataset['shifted'] ?? 'not watched')
}
