import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import * as store from './texts-store.ts'

type Deps = { readonly db: Db; readonly bus: Bus; readonly clock: Clock; readonly log: Log }
type Texts = { readonly en: string; readonly sw: string }

export type Published = Awaited<ReturnType<typeof openPublished>>

/** Every process reads the publications again this often, so that one whose message was lost is known nevertheless. */
export const readAgainMs = 2_000

/**
 * What is published, in the memory of this process with what is planned: a page changes in every process at its moment by the one clock, as
 * settings do.
 */
export async function openPublished({ db, bus, clock, log }: Deps) {
  let all: readonly store.Publication[] = []
  let texts: ReadonlyMap<string, Texts> = new Map()
  let started = 0
  let applied = 0

  const keyOf = ({ page, version }: { page: string; version: number }): string => `${page} ${version}`

  async function readAgain(): Promise<void> {
    const turn = ++started
    const read = await store.currentPublications(db)
    const isSame = read.length === all.length && read.every(({ id }, at) => id === all[at]?.id)
    const next = isSame ? texts : new Map((await store.textsOf(db, read)).map((one) => [keyOf(one), one] as const))
    // Of two reads at once the one that began later has seen more.
    if (turn < applied) return
    applied = turn
    all = read
    texts = next
  }

  const readSoon = (): void =>
    void readAgain().catch((error: unknown) => log.warn({ err: error }, 'the texts could not be read again'))
  bus.subscribe('texts', readSoon)
  bus.onUpChanged((up) => up && readSoon())
  await readAgain()

  /** What holds for a page now; undefined while it is its file. */
  function nowOf(page: string): store.Publication | undefined {
    const atMs = clock.now()
    let found: store.Publication | undefined
    // By id: of two with the same moment the later one holds.
    for (const one of all)
      if (one.page === page && one.effectiveAt.getTime() <= atMs && (!found || one.effectiveAt >= found.effectiveAt))
        found = one
    return found
  }

  return {
    nowOf,
    /** The text of a page in a language that is published now; undefined while it is its file. */
    textOf(page: string, lang: 'en' | 'sw'): string | undefined {
      const found = nowOf(page)
      return found && texts.get(keyOf(found))?.[lang]
    },
    /** What begins later, the next first. */
    plannedOf: (page: string): store.Publication[] =>
      all
        .filter((one) => one.page === page && one.effectiveAt.getTime() > clock.now())
        .toSorted((one, other) => one.effectiveAt.getTime() - other.effectiveAt.getTime()),
    readAgain,
    /** Makes a committed publication known here, and then to all other processes. */
    async changed(): Promise<void> {
      await readAgain()
      bus.publish('texts', {})
    },
  }
}
