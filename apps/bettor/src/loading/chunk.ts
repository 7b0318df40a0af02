export { loadChunk, chunkTimeoutMs } from '@nare/client/load-chunk'

type Registered = Pick<ServiceWorkerRegistration, 'update' | 'installing' | 'waiting'>

type Reloading = {
  worker: { getRegistration: () => Promise<Registered | undefined> } | undefined
  reload: () => void
  timeoutMs?: number
}

/**
 * Tries again after a part failed: the shell is asked for anew, which names the files of the present release. A service
 * worker that still holds the shell of the release before is replaced first, as long as that takes no longer than fifteen
 * seconds: its update answers when the next one begins to install, and only an active one answers for the page.
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

/** The same in the browser that we are in. */
export const updateAndReloadPage = (): Promise<void> =>
  updateAndReload({ worker: navigator.serviceWorker, reload: () => location.reload() })
