import type { Browser } from 'playwright-core'

/** Processor time of the tasks of a page's main thread: of all, and of the longest. */
export type Main = { readonly totalMs: number; readonly longestMs: number }

type Event = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Processor time of the thread in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Traces what the main threads of all pages do meanwhile. */
export async function traceMain(browser: Browser, work: () => Promise<unknown>): Promise<Main> {
  const wire = await browser.newBrowserCDPSession()
  const events: Event[] = []
  wire.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Event[])))
  const isOver = new Promise<void>((resolve) => wire.once('Tracing.tracingComplete', () => resolve()))
  await wire.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
  })
  await work()
  await wire.send('Tracing.end')
  await isOver
  await wire.detach()
  const key = ({ pid, tid }: Event): string => `${pid} ${tid}`
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(key),
  )
  const tasks = events.flatMap((event) =>
    event.ph === 'X' && event.name.endsWith('RunTask') && mains.has(key(event)) ? [(event.tdur ?? 0) / 1000] : [],
  )
  return { totalMs: tasks.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...tasks) }
}
