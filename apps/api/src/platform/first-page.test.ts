import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openFirstPage, type FirstPage } from './first-page.ts'
import { openLog } from './log.ts'

const renderer = `
let made = 0
export function render({ language, teams }) {
  if (teams === 'broken') throw new Error('no teams')
  if (teams === 'endless') process.exit(1)
  if (teams === 'hanging') for (;;);
  return language + ': ' + teams + ' ' + ++made
}
`
const log = openLog('silent')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-first-'))
  await writeFile(join(folder, 'renderer.mjs'), renderer)
})
afterAll(() => rm(folder, { recursive: true }))

let page: FirstPage
// The thread may start slowly: a page gives up only where a test moves the timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  await page.close()
})

function open(read: () => Promise<Record<string, unknown>>, { nowMs = (): number => 0, file = 'renderer.mjs' } = {}) {
  page = openFirstPage({ file: join(folder, file), read, log, nowMs })
  return page
}

test('the rows are read and rendered once a second for each language, whatever the number of visitors', async () => {
  const read = vi.fn(async () => ({ teams: 'Gor v AFC' }))
  let nowMs = 0
  open(read, { nowMs: () => nowMs })
  const asked = await Promise.all(Array.from({ length: 100 }, () => page.html('en')))
  expect(new Set(asked)).toEqual(new Set(['en: Gor v AFC 1']))
  expect(await page.html('sw')).toBe('sw: Gor v AFC 2')
  nowMs = 999
  expect(await page.html('en')).toBe('en: Gor v AFC 1')
  nowMs = 1000
  expect(await page.html('en')).toBe('en: Gor v AFC 3')
  expect(read).toHaveBeenCalledTimes(3)
})

test.each<[string, () => Promise<Record<string, unknown>>]>([
  ['the catalogue cannot be read', async () => Promise.reject(new Error('no database'))],
  ['the rows cannot be rendered', async () => ({ teams: 'broken' })],
  ['the rendering thread ends', async () => ({ teams: 'endless' })],
])('there are no rows while %s, and the next rendering tries again', async (_, fails) => {
  const read = vi.fn(fails)
  let nowMs = 0
  open(read, { nowMs: () => nowMs })
  expect(await page.html('en')).toBeUndefined()
  read.mockImplementation(async () => ({ teams: 'Gor v AFC' }))
  nowMs = 1000
  expect(await page.html('en')).toMatch(/^en: Gor v AFC/)
})

test('a page waits at most a second for its rows, and a hanging catalogue is read once', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  const read = vi.fn(() => answer.promise)
  let nowMs = 0
  open(read, { nowMs: () => nowMs })
  const asked = page.html('en')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await asked).toBeUndefined()
  nowMs = 5000
  expect(await page.html('en')).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  answer.resolve({ teams: 'Gor v AFC' })
  await expect.poll(() => page.html('en')).toMatch(/^en: Gor v AFC/)
})

test('a hanging rendering thread is terminated, and the next rendering starts another', async () => {
  const read = vi.fn(async () => ({ teams: 'hanging' }))
  let nowMs = 0
  open(read, { nowMs: () => nowMs })
  const asked = page.html('en')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asked).toBeUndefined()
  vi.useRealTimers()
  read.mockImplementation(async () => ({ teams: 'Gor v AFC' }))
  nowMs = 12_000
  await expect.poll(() => page.html('en')).toMatch(/^en: Gor v AFC/)
})

test('an app that was built without a renderer has no rows', async () => {
  open(async () => ({}), { file: 'missing.mjs' })
  expect(await page.html('en')).toBeUndefined()
})
