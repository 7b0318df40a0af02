import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadChunk, chunkTimeoutMs, refreshAndReload } from './chunk.ts'

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
  // The catalogues are imported by a glob.
  const catalogues = readFileSync(new URL('apps/bettor/src/i18n/catalogues.ts', root), 'utf8')
  expect(catalogues).toMatch(/loadChunk\(\(\) => Promise\.all\(\[messagesOf.*loadChunk\(\(\) => messagesOf/s)
})

test('the time-out is 120 seconds', () => {
  expect(chunkTimeoutMs).toBe(120_000)
})

function cachesOf(names: readonly string[]) {
  const stored: string[] = []
  const open = async (name: string) => ({
    put: async (path: string, response: Response) => stored.push(`${name} ${path} ${await response.text()}`),
  })
  return { stored, caches: { keys: async () => names, open } as never }
}

test('a retry stores the current index.html for the service worker, then reloads', async () => {
  const { stored, caches } = cachesOf(['bettor-kept', 'bettor-shell-1', 'bettor-shell-2'])
  let storedBefore = -1
  await refreshAndReload({
    fetchShell: async () => new Response('current'),
    caches,
    reload: () => (storedBefore = stored.length),
  })
  expect(stored).toEqual(['bettor-shell-1 / current', 'bettor-shell-2 / current'])
  expect(storedBefore).toBe(2)
})

test('offline, and if the server fails, a retry keeps the stored index.html', async () => {
  const { stored, caches } = cachesOf(['bettor-shell-1'])
  let reloads = 0
  for (const fetchShell of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response('not available', { status: 503 }),
  ])
    await refreshAndReload({ fetchShell, caches, reload: () => reloads++ })
  expect([reloads, stored]).toEqual([2, []])
})

test('missing caches, failing caches and a hanging server do not block the retry', async () => {
  const never = () => new Promise<never>(() => {})
  const failing = { keys: () => Promise.reject(new Error('no')) } as never
  let reloads = 0
  for (const caches of [undefined, failing, cachesOf(['bettor-shell-1']).caches])
    await refreshAndReload({ fetchShell: never, caches, reload: () => reloads++, timeoutMs: 0 })
  expect(reloads).toBe(3)
})
