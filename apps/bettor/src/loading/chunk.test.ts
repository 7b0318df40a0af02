import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadChunk, chunkTimeoutMs, updateAndReload } from './chunk.ts'

test('a chunk that loads is returned', async () => {
  expect(await loadChunk(async () => 7)).toBe(7)
})

test('a chunk that fails to load throws Loading chunk failed with the cause', async () => {
  const fault = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadChunk(() => Promise.reject(fault))).rejects.toMatchObject({
    message: 'Loading chunk failed',
    cause: fault,
  })
})

test('a chunk that gets no response throws Loading chunk failed after the time-out', async () => {
  await expect(loadChunk(() => new Promise(() => {}), 0)).rejects.toThrow('Loading chunk failed')
})

/** Files that pass a named function to `loadChunk` instead of an import, with the expected calls. */
const named: Readonly<Record<string, RegExp>> = {
  'apps/bettor/src/main.tsx': /loadChunk\(loadApp\)/,
  'apps/bettor/src/i18n/catalogues.ts':
    /loadChunk\(\(\) => Promise\.all\(\[front.*loadMarketTexts.*more\[what\].*loadChunk\(load\)/s,
  'apps/bettor/src/screens/later-catalogues.ts': /addCatalogues\(/,
  'apps/bettor/src/screens/later-screens.tsx': /loadWithMessages\(loadCasino/,
  'apps/bettor/src/i18n/loaded-market-texts.ts': /loadMarketTexts/,
  'apps/bettor/src/routes.tsx': /lazyScreen\(loadLeague, 'NareLeague'/,
  'apps/bettor/src/frame/frame.tsx': /loadChunk\(loadSlipBar\)/,
}

test('every dynamic import of the app is loaded with the time-out', () => {
  const root = new URL('../../../../', import.meta.url)
  const files = globSync('{apps/bettor,packages/client}/src/**/*.{ts,tsx}', { cwd: root })
  const bare = files.flatMap((path) => {
    if (/\.test\.|\.d\.ts$/.test(path)) return []
    const code = readFileSync(new URL(path, root), 'utf8')
    const parts = [...code.matchAll(/(.{0,60})\bimport\('/gs)].map(([, before = '']) => before)
    const loose = parts.filter(
      (before) => !/(loadChunk|loadWithMessages|importAgain|lazy\w*)\(\s*\(\) =>\s*(Promise\.all\(\[)?$/.test(before),
    )
    return loose.length > 0 && !named[path]?.test(code) ? [path] : []
  })
  expect(files.length).toBeGreaterThan(100)
  expect(bare).toEqual([])
})

test('the time-out is 120 seconds', () => {
  expect(chunkTimeoutMs).toBe(120_000)
})

type Next = { state: string; onstatechange: (() => void) | null }
const registered = (update: () => Promise<unknown>, next: Next | null = null) =>
  ({ getRegistration: async () => ({ update, installing: next, waiting: null }) }) as never

test('a retry updates the service worker before it requests the shell', async () => {
  const did: string[] = []
  const worker = registered(async () => did.push('update'))
  await updateAndReload({ worker, reload: () => did.push('reload') })
  expect(did).toEqual(['update', 'reload'])
})

test('a retry waits for an installing worker until it serves the page', async () => {
  const next: Next = { state: 'installing', onstatechange: null }
  let reloads = 0
  const retried = updateAndReload({ worker: registered(async () => {}, next), reload: () => reloads++ })
  await expect.poll(() => next.onstatechange).not.toBeNull()
  next.state = 'installed'
  next.onstatechange?.()
  expect(reloads).toBe(0)
  next.state = 'activated'
  next.onstatechange?.()
  await retried
  expect(reloads).toBe(1)
})

test('a missing, failing or hanging worker does not block the retry', async () => {
  const workers = [
    undefined,
    { getRegistration: async () => undefined },
    { getRegistration: () => Promise.reject(new Error('no')) },
    registered(() => new Promise(() => {})),
    registered(async () => {}, { state: 'installing', onstatechange: null }),
  ]
  let reloads = 0
  for (const worker of workers) await updateAndReload({ worker, reload: () => reloads++, timeoutMs: 0 })
  expect(reloads).toBe(5)
})
