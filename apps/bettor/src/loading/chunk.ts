export { loadChunk, chunkTimeoutMs } from '@nare/client/load-chunk'

type Registered = Pick<ServiceWorkerRegistration, 'update' | 'installing' | 'waiting'>

type Reloading = {
  worker: { getRegistration: () => Promise<Registered | undefined> } | undefined
  reload: () => void
  timeoutMs?: number
}

/**
 * Retries after a chunk failed to load: reloads index.html, which lists the files of the current release. Before that, updates a
 * service worker that still serves the previous release, and waits up to fifteen seconds until the new worker is active:
 * `update()` resolves already when the new worker begins to install.
 */
export async function updateAndReload({ worker, reload, timeoutMs = 15_000 }: Reloading): Promise<void> {
  const timeout = new Promise((done) => setTimeout(done, timeoutMs))
  const update = async () => {
    const registered = await worker?.getRegistration()
    await registered?.update()
    const next = registered?.installing ?? registered?.waiting
    await new Promise<void>((done) => {
      const check = (): void => (!next || /^(activated|redundant)$/.test(next.state) ? done() : undefined)
      if (next) next.onstatechange = check
      check()
    })
  }
  await Promise.race([update().catch(() => undefined), timeout])
  reload()
}

/** `updateAndReload` with the service worker and the location of this page. */
export const updateAndReloadPage = (): Promise<void> =>
  updateAndReload({ worker: navigator.serviceWorker, reload: () => location.reload() })
