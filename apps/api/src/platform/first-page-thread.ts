import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

/** The thread of first-page.ts, which renders the data of each message. */
const renderer: Promise<{ render: (data: unknown) => string }> = import(pathToFileURL(String(workerData)).href)

parentPort?.on('message', async ({ id, data }: { id: number; data: unknown }) => {
  try {
    const { render } = await renderer
    parentPort?.postMessage({ id, html: render(data) })
  } catch (fault) {
    parentPort?.postMessage({ id, fault: String(fault) })
  }
})
