export { loadChunk, chunkTimeoutMs } from '@nare/client/load-chunk'

type Registered = Pick<ServiceWorkerRegistration, 'update' | 'installing' | 'waiting'>

type Reloading = {
  worker: { getRegistration: () => Promise<Registered | undefined> } | undefined
  reload: () => void
  timeoutMs?: number
}

/**
 * Retries after a part failed: reloads the shell, which lists the files of the current release. A service worker that still
 * serves the shell of the previous release is replaced first, within fifteen seconds: its update resolves when the next
 * worker begins to install, and only an active one serves the page.
 */
export async function updateAndReload({ worker, reload, timeoutMs = 15_000 }: Reloading): Promise<void> {
  const tooLong = new Promise((done) => setTimeout(done, timeoutMs))
  const update = async () => {
    const registered = await worker?.getRegistration()
    await registered?.update()
    const next = registered?.installing ?? registered?.waiting
    await new Promise<void>((done) => {
      const look = (): void => (!next || /^(activated|redundant)$/.test(next.state) ? done() : undefined)
      if (next) next.onstatechange = look
      look()
    })
  }
  await Promise.race([update().catch(() => undefined), tooLong])
  reload()
}

/** The same in the current browser. */
export const updateAndReloadPage = (): Promise<void> =>
  updateAndReload({ worker: navigator.serviceWorker, reload: () => location.reload() })
