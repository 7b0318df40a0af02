import { cacheNames } from '../pwa/policy.ts'
export { loadChunk, chunkTimeoutMs } from '@nare/client/load-chunk'

type Reloading = {
  fetchShell: () => Promise<Response>
  caches: Pick<CacheStorage, 'keys' | 'open'> | undefined
  reload: () => void
  timeoutMs?: number
}

/**
 * Retries after a chunk failed to load: reloads index.html, which lists the files of the current release. Before that, stores the
 * current index.html in the caches from which a service worker serves it. An update of the worker would not be enough: the
 * browser may join it to an earlier check that found no new release, and installing takes long on a slow network. Offline, and
 * after fifteen seconds without a response, only reloads.
 */
export async function refreshAndReload({ fetchShell, caches, reload, timeoutMs = 15_000 }: Reloading): Promise<void> {
  const timeout = new Promise((done) => setTimeout(done, timeoutMs))
  const refresh = async () => {
    const names = (await caches?.keys())?.filter((name) => name.startsWith(cacheNames.shell)) ?? []
    if (!caches || names.length === 0) return
    const shell = await fetchShell()
    if (shell.ok) for (const name of names) await (await caches.open(name)).put('/', shell.clone())
  }
  await Promise.race([refresh().catch(() => undefined), timeout])
  reload()
}

/** `refreshAndReload` with the caches and the location of this page. */
export const refreshAndReloadPage = (): Promise<void> =>
  refreshAndReload({
    fetchShell: () => fetch('/', { cache: 'no-cache' }),
    caches: globalThis.caches,
    reload: () => location.reload(),
  })
