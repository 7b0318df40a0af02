import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConnectionNotice } from './connection-notice.tsx'

const page = vi.hoisted(() => ({
  connected: true,
  confirmed: true,
  effects: [] as (() => (() => void) | undefined)[],
}))
// Without a build the macros are not compiled.
vi.mock('@lingui/react/macro', () => ({ Trans: ({ children }: { children: unknown }) => children, Plural: () => null }))
vi.mock('../state/live-connection.ts', () => ({
  connected: { get: () => page.connected },
  confirmed: { get: () => page.confirmed },
}))
vi.mock('../state/signal.ts', () => ({ useSignal: ({ get }: { get: () => unknown }) => get() }))
vi.mock('../state/use-now.ts', () => ({ useNow: () => 0 }))
vi.mock('../pwa/register.ts', () => ({ offlineSince: { get: () => undefined } }))
vi.mock('react', async (actual) => ({
  ...(await actual<typeof import('react')>()),
  useEffect: (run: () => undefined) => void page.effects.push(run),
}))

const dataset: Record<string, string> = {}
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { dataset } })
  return () => vi.useRealTimers()
})

/** Renders the notice and runs its effect. Returns its markup and what a browser calls before the next effect. */
function render() {
  page.effects.length = 0
  const markup = renderToStaticMarkup(createElement(ConnectionNotice))
  const [undo] = page.effects.map((run) => run())
  return { markup, undo }
}

test('after a return to the page prices are marked as unconfirmed, and said to be, until the server has answered', () => {
  page.confirmed = false
  const returned = render()
  expect(returned.markup).toMatch(/role="status" data-unconfirmed="true"/)
  expect(returned.markup).toContain('Live paused. Prices may be old')
  // A connection that is alive answers sooner.
  vi.advanceTimersByTime(299)
  expect(dataset).toEqual({})
  vi.advanceTimersByTime(1)
  expect(dataset).toEqual({ prices: 'old' })

  returned.undo?.()
  page.confirmed = true
  const answered = render()
  vi.advanceTimersByTime(1_000)
  expect([answered.markup, dataset]).toEqual(['', {}])
})

test('a connection that answers at once marks no price, and a lost one is not only unconfirmed', () => {
  page.confirmed = false
  render().undo?.()
  vi.advanceTimersByTime(1_000)
  expect(dataset).toEqual({})
  Object.assign(page, { confirmed: true, connected: false })
  const lost = render()
  vi.advanceTimersByTime(1_000)
  expect([lost.markup.includes('data-unconfirmed'), dataset]).toEqual([false, { prices: 'old' }])
})
