import { afterEach, expect, test, vi } from 'vitest'
import { givePlotsALanguage, loadPlot } from './plot-language.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

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
  await expect(import('uplot')).rejects.toThrow(/language tag/)
  vi.resetModules()
  await expect(loadPlot(() => import('uplot'))).resolves.toBeDefined()
})

test('a language of the browser stays as it is', () => {
  const browser = { language: 'sw-KE' }
  expect([givePlotsALanguage(browser), browser.language]).toEqual([false, 'sw-KE'])
  const odd = { language: 'en-US@posix' }
  expect([givePlotsALanguage(odd), odd.language]).toEqual([true, 'en-GB'])
})
