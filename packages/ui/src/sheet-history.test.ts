import { expect, test } from 'vitest'
import { sheetHistory } from './sheet-history.ts'

/** A window with a history; `go` takes effect immediately or, with `slow`, when `arrive` is called, as in a browser. */
function fakeWindow(state: unknown = null, { slow = false } = {}) {
  const entries: unknown[] = ['before', state]
  let at = 1
  let popped = (): void => {}
  const history = {
    get state() {
      return entries[at]
    },
    pushState(next: unknown) {
      entries.splice(++at, Infinity, next)
    },
    go(by = 0) {
      pendingSteps.push(by)
      if (!slow) arrive()
    },
  }
  const pendingSteps: number[] = []
  function arrive(): void {
    for (let by = pendingSteps.shift(); by !== undefined; by = pendingSteps.shift()) {
      at += by
      popped()
    }
  }
  return { history, addEventListener: (_: string, run: () => void) => (popped = run), at: () => at, arrive }
}

const settled = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve))

test('each Back closes the last opened sheet and stays on the page', async () => {
  const browser = fakeWindow()
  const sheets = sheetHistory(browser)
  const closed: string[] = []
  sheets.onOpen(() => closed.push('outer'))
  await settled()
  sheets.onOpen(() => closed.push('inner'))
  await settled()
  expect(browser.at()).toBe(3)
  browser.history.go(-1)
  expect([closed, browser.at()]).toEqual([['inner'], 2])
  browser.history.go(-1)
  expect([closed, browser.at()]).toEqual([['inner', 'outer'], 1])
})

test('a sheet closed by its button leaves no history entry', async () => {
  const browser = fakeWindow()
  const closed = sheetHistory(browser).onOpen(() => expect.unreachable())
  await settled()
  expect(browser.at()).toBe(2)
  closed()
  await settled()
  expect(browser.at()).toBe(1)
})

test('a sheet that opens while another closes reuses its entry', async () => {
  const browser = fakeWindow()
  const sheets = sheetHistory(browser)
  const closed = sheets.onOpen(() => expect.unreachable())
  await settled()
  let second = 0
  closed()
  sheets.onOpen(() => second++)
  await settled()
  expect(browser.at()).toBe(2)
  browser.history.go(-1)
  expect([second, browser.at()]).toEqual([1, 1])
})

test('a sheet that opens while the history moves back from the last sheet stays open, and Back closes it', async () => {
  const browser = fakeWindow(null, { slow: true })
  const sheets = sheetHistory(browser)
  const closed = sheets.onOpen(() => expect.unreachable())
  await settled()
  closed()
  await settled()
  let second = 0
  sheets.onOpen(() => second++)
  await settled()
  browser.arrive()
  expect([second, browser.at()]).toEqual([0, 2])
  browser.history.go(-1)
  browser.arrive()
  expect([second, browser.at()]).toEqual([1, 1])
})

test('sheets that open and close while the history moves back do not leave the page', async () => {
  const browser = fakeWindow(null, { slow: true })
  const sheets = sheetHistory(browser)
  for (let times = 0; times < 3; times++) {
    const closed = sheets.onOpen(() => expect.unreachable())
    await settled()
    closed()
    await settled()
  }
  browser.arrive()
  expect(browser.at()).toBe(1)
})

test('after a navigation from a sheet, Back skips its entry', async () => {
  const browser = fakeWindow()
  const closed = sheetHistory(browser).onOpen(() => expect.unreachable())
  await settled()
  closed()
  browser.history.pushState(null)
  await settled()
  expect(browser.at()).toBe(3)
  browser.history.go(-1)
  expect(browser.at()).toBe(1)
})

test('after a reload with a sheet open, the next sheet reuses its entry', async () => {
  const browser = fakeWindow({ sheets: 1 })
  let closed = 0
  sheetHistory(browser).onOpen(() => closed++)
  await settled()
  expect(browser.at()).toBe(1)
  browser.history.go(-1)
  expect([closed, browser.at()]).toEqual([1, 0])
})

test('a sheet that closes before its history entry is made leaves no entry', async () => {
  const browser = fakeWindow()
  sheetHistory(browser).onOpen(() => expect.unreachable())()
  await settled()
  expect(browser.at()).toBe(1)
})
