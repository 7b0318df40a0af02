import { expect, onTestFinished, test, vi } from 'vitest'
import { stored } from '../../wire/browser.ts'
import { endSession, loginAddress, safeBack, sessionBegan } from './end-session.ts'

test.each([
  ['/bettors/12?tab=money', '/bettors/12?tab=money'],
  ['/', '/'],
  [undefined, '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['/login?back=/login', '/'],
])('after a login %s leads to %s', (back, page) => {
  expect(safeBack(back)).toBe(page)
})

test('the login knows the way back, filters included', () => {
  expect(loginAddress('/bets?state=open&product=sports')).toBe(
    '/console/login?back=%2Fbets%3Fstate%3Dopen%26product%3Dsports',
  )
  expect(loginAddress('/')).toBe('/console/login')
})

test('after a log-out the login leads nowhere, until somebody has logged in', () => {
  stored.write('left', true)
  expect(loginAddress('/bets?state=open')).toBe('/console/login')
  sessionBegan()
  expect(loginAddress('/bets?state=open')).toBe('/console/login?back=%2Fbets%3Fstate%3Dopen')
})

test('a log-out without an answer ends as failed, and the pages of this browser still lead to the login alone', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    sessionBegan()
  })
  const ended = endSession()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await ended).toBe(false)
  expect(loginAddress('/bets')).toBe('/console/login')
})
