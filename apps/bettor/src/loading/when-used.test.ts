import { afterEach, expect, test, vi } from 'vitest'
import { whenUsed } from './when-used.ts'

const page = new EventTarget()
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
afterEach(() => vi.clearAllMocks())

test('runs once, at the first touch, key or scroll', () => {
  for (const use of ['pointerdown', 'keydown', 'wheel', 'scroll']) {
    const run = vi.fn()
    whenUsed(run)
    page.dispatchEvent(new Event('pointermove'))
    expect(run).not.toHaveBeenCalled()
    page.dispatchEvent(new Event(use))
    page.dispatchEvent(new Event('pointerdown'))
    expect(run).toHaveBeenCalledOnce()
  }
})

test('does not run once it was stopped', () => {
  const run = vi.fn()
  whenUsed(run)()
  page.dispatchEvent(new Event('pointerdown'))
  expect(run).not.toHaveBeenCalled()
})
