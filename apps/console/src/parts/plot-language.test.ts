import { afterEach, expect, test, vi } from 'vitest'
import { givePlotsALanguage, loadPlot } from './plot-language.ts'

afterEach(() => vi.unstubAllGlobals())

test('a language that is none is replaced, so that uPlot loads', async () => {
  const media = { matches: false, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('window', {
    devicePixelRatio: 1,
    addEventListener: () => {},
    dispatchEvent: () => {},
    matchMedia: () => media,
  })
  vi.stubGlobal('document', { createElement: () => ({ style: {} }), addEventListener: () => {} })
  vi.stubGlobal('matchMedia', () => media)
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { language: 'en-US@posix' })
  // Without the language this rejects: uPlot makes a format of numbers of it at once.
  await expect(loadPlot(() => import('uplot'))).resolves.toBeDefined()
})

test('a language of the browser stays as it is', () => {
  const browser = { language: 'sw-KE' }
  expect([givePlotsALanguage(browser), browser.language]).toEqual([false, 'sw-KE'])
  const odd = { language: 'en-US@posix' }
  expect([givePlotsALanguage(odd), odd.language]).toEqual([true, 'en-GB'])
})
