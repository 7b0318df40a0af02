import type { Db } from '#platform/db'
import { firstImported, existingSourceIds, runningMatches, type MatchCursor } from '../store-feed.ts'
import type { Skipped } from './file-values.ts'
import type { FeedDeps, FeedMessage } from './port.ts'
import { openCups } from './replay-cup.ts'
import { openSeason } from './replay-season.ts'
import type { ReplayMatch } from './replay-source.ts'

export type ReplayDeps = FeedDeps & {
  /** A season in football-data.co.uk's columns, or files of football.json with commas between them. */
  readonly path: string
  /** Playback speed relative to the clock: kick-offs move closer together and matches get shorter. */
  readonly speed: number
}

export type ReplaySummary = { readonly matches: number; readonly results: number }

const source = 'replay'
const soccer = '79'
const hourMs = 3_600_000
const lookAheadMs = 8 * 24 * hourMs
const fixturesPerBatch = 10
const matchesPerPage = 100
const triesMax = 3
/** The skipped rows that the log names. */
const skippedNamedMax = 20

/**
 * Replays real matches from a file. Kick-offs are shifted so that the first is one hour ahead when the file is first opened. The
 * shift is derived from stored matches, so a restart continues.
 */
export async function openReplay({ db, clock, log, ingest, path, speed, marginsOf = () => undefined }: ReplayDeps) {
  const paths = path.split(',')
  let skippedRows = 0
  const firstSkipped: string[] = []
  const skipped: Skipped = ({ number, text }, why) => {
    skippedRows += 1
    if (firstSkipped.length < skippedNamedMax) firstSkipped.push(`${number}: ${why}: ${text}`)
  }
  const isCup = paths.every((one) => one.endsWith('.json'))
  const file = isCup ? await openCups(paths, skipped) : await openSeason(path, skipped)
  if (skippedRows > 0) log.warn({ path, skipped: skippedRows, first: firstSkipped }, 'rows of the replay were skipped')
  const { matches } = file
  const byId = new Map(matches.map((match) => [match.id, match]))
  const first = matches[0]
  if (!first) throw new Error(`${path} has no matches with a date and two teams`)
  const begin = await firstKickOff(db, byId, first, { now: clock.now(), speed })
  const timeOf = (at: Date) => begin + (at.getTime() - first.kickOff.getTime()) / speed
  log.info({ path, matches: matches.length, begin: new Date(begin).toISOString() }, 'replay opened')
  let next = 0
  const exclusively = serialQueue()

  /**
   * Creates the matches that kick off by `until` and whose sides are known, in the file's order. A fixture that fails is logged and
   * skipped. Returns the number of matches created.
   */
  async function importFixtures(until: number): Promise<number> {
    const isDue = ({ kickOff, knownAt }: ReplayMatch) =>
      timeOf(kickOff) <= until && (!knownAt || timeOf(knownAt) <= clock.now())
    let imported = 0
    while (next < matches.length) {
      const ahead = matches.slice(next, next + fixturesPerBatch)
      const notYet = ahead.findIndex((match) => !isDue(match))
      const chunk = notYet < 0 ? ahead : ahead.slice(0, notYet)
      if (chunk.length === 0) break
      const existing = await existingSourceIds(
        db,
        source,
        chunk.map(({ id }) => id),
      )
      const missing = chunk.filter(({ id }) => !existing.has(id))
      const at = clock.date()
      const fixtures = missing.map(({ id, kickOff }): FeedMessage => {
        const startTime = new Date(timeOf(kickOff))
        return {
          kind: 'fixture',
          match: { source, sourceId: id },
          at,
          sportId: soccer,
          startTime,
          ...file.fixture(id, marginsOf),
        }
      })
      const summary = await ingest(fixtures)
      imported += summary.matches
      next += chunk.length
      await yieldToRequests()
    }
    return imported
  }

  /** Advances every match that has kicked off, in bounded pages. */
  async function advanceMatches(): Promise<{ results: number; failed: number }> {
    let results = 0
    let failed = 0
    let cursor: MatchCursor | undefined
    for (;;) {
      const now = clock.date()
      const running = await runningMatches(db, { source, now, most: matchesPerPage, after: cursor })
      const messages = running.flatMap((stored): FeedMessage[] => {
        const id = stored.sourceId
        const elapsed = ((now.getTime() - stored.startTime.getTime()) / 60_000) * speed
        if (!byId.has(id)) return []
        return file
          .step(id, { elapsed, stored, marginsOf })
          .map((one) => ({ ...one, match: { source, sourceId: id }, at: now }))
      })
      const summary = await ingest(messages)
      const failures = new Set(summary.failed)
      for (const { sourceId } of running) if (byId.has(sourceId) && !failures.has(sourceId)) file.delivered(sourceId)
      results += summary.results
      failed += failures.size
      if (running.length < matchesPerPage) return { results, failed }
      cursor = running.at(-1)
      await yieldToRequests()
    }
  }

  return {
    /** Creates the matches of the next eight days and advances those that have kicked off. */
    tick: (): Promise<ReplaySummary> =>
      exclusively(async () => ({
        matches: await importFixtures(clock.now() + lookAheadMs),
        results: (await advanceMatches()).results,
      })),
    /**
     * Advances to a time, for tests that step the clock: creates the matches that kick off by then, moves the clock and applies every
     * result up to that time. Throws if a match still fails after `triesMax` tries; the next tick tries again.
     */
    until: (to: Date, advance: (seconds: number) => Promise<Date>): Promise<ReplaySummary> =>
      exclusively(async () => {
        const matches = await importFixtures(to.getTime() + lookAheadMs)
        const seconds = (to.getTime() - clock.now()) / 1000
        if (seconds > 0) await advance(seconds)
        const known = await importFixtures(to.getTime() + lookAheadMs)
        let results = 0
        for (let tries = 1; ; tries++) {
          const advanced = await advanceMatches()
          results += advanced.results
          if (advanced.failed === 0) return { matches: matches + known, results }
          if (tries === triesMax) throw new Error(`${advanced.failed} matches of the replay could not be advanced`)
        }
      }),
  }
}

/** Runs tasks one after the other. */
function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

/** The kick-off of the file's first match: derived from a stored match, or one hour from now if no match is stored. */
async function firstKickOff(
  db: Db,
  byId: ReadonlyMap<string, ReplayMatch>,
  first: ReplayMatch,
  { now, speed }: { now: number; speed: number },
): Promise<number> {
  const stored = await firstImported(db, source)
  const inFile = stored && byId.get(stored.sourceId)
  if (!stored || !inFile) return now + hourMs
  return stored.startTime.getTime() - (inFile.kickOff.getTime() - first.kickOff.getTime()) / speed
}

/** Lets pending requests run between two pieces of work. */
function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
