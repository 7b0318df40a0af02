import type { Page } from '@playwright/test'

/** Waits until the page and its lazy parts have loaded: for some frames it has a title and a heading, and nothing in it is busy. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const state = globalThis as unknown as { settledFrames?: number }
    const isLoading = document.querySelector('#first, main [aria-busy=true], html[data-loading]') !== null
    const isSettled = !isLoading && document.title !== '' && document.querySelector('#root main h1')?.textContent
    state.settledFrames = isSettled ? (state.settledFrames ?? 0) + 1 : 0
    if (state.settledFrames < 4) return false
    state.settledFrames = 0
    return true
  })
}
