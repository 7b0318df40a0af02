import { existsSync } from 'node:fs'
import { monotonicMs } from './clock.ts'
import type { Log } from './log.ts'
import { openThread } from './thread.ts'
import { withTimeout } from './timeout.ts'

const pageLanguages = ['en', 'sw'] as const
export type PageLanguage = (typeof pageLanguages)[number]

export type FirstPage = {
  /** The rows of the front page as markup, at most a second old; undefined if they are not rendered in time. */
  html(language: PageLanguage): Promise<string | undefined>
  close(): Promise<void>
}

type Options = {
  /** The built renderer: a module with `render(data)`, which returns markup. */
  readonly file: string
  /** Reads the data of the rows; called at most once a second for each language. */
  readonly read: () => Promise<Record<string, unknown>>
  readonly log: Log
  readonly nowMs?: () => number
}

const maxAgeMs = 1000
/** A page that has waited this long for its rows is sent without them. */
const timeoutMs = 1000
/** A thread that has not responded for this long is terminated; the next rendering starts another. */
const hangsAfterMs = 10_000

/**
 * Renders the first rows of the front page in a separate thread, so that no call waits for it. Renders at most once a second for each
 * language, whatever the number of visitors, and one rendering of a language at a time.
 */
export function openFirstPage({ file, read, log, nowMs = monotonicMs }: Options): FirstPage {
  const built = existsSync(file)
  const renderings = new Map<PageLanguage, { readonly atMs: number; readonly html: Promise<string | undefined> }>()
  const pending = new Set<PageLanguage>()
  const module = new URL('first-page-thread.ts', import.meta.url)
  const thread = openThread({ module, workerData: file, memoryMb: 64, hangsAfterMs })

  async function render(language: PageLanguage): Promise<string> {
    pending.add(language)
    try {
      return String(await thread.ask({ language, ...(await read()) }))
    } finally {
      pending.delete(language)
    }
  }

  async function renderOrOmit(language: PageLanguage): Promise<string | undefined> {
    try {
      return await withTimeout(render(language), {
        ms: timeoutMs,
        late: () => new Error('the rendering took too long'),
      })
    } catch (fault) {
      log.warn({ fault: String(fault) }, 'the first page is sent without its rows')
      return undefined
    }
  }
  return {
    html(language) {
      if (!built) return Promise.resolve(undefined)
      const last = renderings.get(language)
      if (last && nowMs() - last.atMs < maxAgeMs) return last.html
      if (pending.has(language)) return Promise.resolve(undefined)
      const html = renderOrOmit(language)
      renderings.set(language, { atMs: nowMs(), html })
      return html
    },
    close: () => thread.close(),
  }
}
