import { expect, test } from 'vitest'
import { sheetHistory } from './sheet-history.ts'

/** A window with a history of entries; going through it is immediate. */
function fakeWindow(state: unknown = null) {
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
      at += by
      popped()
    },
  }
  return { history, addEventListener: (_: string, run: () => void) => (popped = run), at: () => at }
}

const settled = (): Promise<void> => new Promise((done) => queueMicrotask(done))

test('Back closes the sheet opened last, one at a time, and stays on the page', async () => {
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

test('a sheet closed by its button leaves no entry behind', async () => {
  const browser = fakeWindow()
  const closed = sheetHistory(browser).onOpen(() => expect.unreachable())
  await settled()
  expect(browser.at()).toBe(2)
  closed()
  await settled()
  expect(browser.at()).toBe(1)
})

test('a sheet that opens as another closes takes over its entry', async () => {
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

test('after a reload with a sheet open, the next sheet takes over its entry', async () => {
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
