import { lineText } from '@nare/bets/line'
import { toHundredth } from '@nare/odds/ladder'
import type { Db } from '#platform/db'
import { own } from '#platform/own'
import { evenTotal, preMatchLines, outcomeLine, type SoccerBasis } from '../pricing.ts'
import { firstImported, existingSourceIds, runningMatches, type MatchCursor } from '../store-feed.ts'
import { divisions, readFile, type FileMatch } from './football-data.ts'
import type { FeedDeps, FeedMessage, LinePrices, MatchMessage } from './port.ts'
import { clockAt } from './soccer-simulation.ts'

export type ReplayDeps = FeedDeps & {
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
/** Goal rates of an average match, used when the file has no prices. */
const averageRates = { lh: 1.5, la: 1.2 }

/**
 * Replays real matches: fixtures and prices of the file, its half-time and final scores as results. Kick-offs are shifted so
 * that the first is one hour ahead when the file is first opened. The shift is derived from stored matches, so a restart
 * continues. The file has no goal times, so betting is suspended during a match.
 */
export async function openReplay({ db, clock, log, ingest, path, speed }: ReplayDeps) {
  const matches: FileMatch[] = []
  for await (const match of readFile(path)) matches.push(match)
  matches.sort((a, b) => a.kickOff.getTime() - b.kickOff.getTime() || (a.id < b.id ? -1 : 1))
  const byId = new Map(matches.map((match) => [match.id, match]))
  const first = matches[0]
  if (!first) throw new Error(`${path} has no matches with Date, HomeTeam and AwayTeam`)
  const begin = await firstKickOff(db, byId, first, { now: clock.now(), speed })
  const startOf = (match: FileMatch) => begin + (match.kickOff.getTime() - first.kickOff.getTime()) / speed
  log.info({ path, matches: matches.length, begin: new Date(begin).toISOString() }, 'replay opened')
  let next = 0
  const exclusively = serialQueue()

  /** Creates the matches that kick off by `until`, in the file's order. Returns the count. */
  async function importFixtures(until: number): Promise<number> {
    let imported = 0
    while (next < matches.length) {
      const chunk = matches.slice(next, next + fixturesPerBatch).filter((match) => startOf(match) <= until)
      if (chunk.length === 0) break
      const existing = await existingSourceIds(
        db,
        source,
        chunk.map(({ id }) => id),
      )
      const missing = chunk.filter(({ id }) => !existing.has(id))
      const at = clock.date()
      const summary = await ingest(
        missing.map((match) => fixtureMessage(match, { at, startTime: new Date(startOf(match)) })),
      )
      imported += summary.matches
      next += chunk.length
      await yieldToRequests()
    }
    return imported
  }

  /** Advances every match that has kicked off, in bounded pages. Returns the number of results. */
  async function advanceMatches(): Promise<number> {
    let results = 0
    let cursor: MatchCursor | undefined
    for (;;) {
      const now = clock.date()
      const running = await runningMatches(db, { source, now, most: matchesPerPage, after: cursor })
      const messages = running.flatMap((match): FeedMessage[] => {
        const inFile = byId.get(match.sourceId)
        const elapsed = ((now.getTime() - match.startTime.getTime()) / 60_000) * speed
        return inFile
          ? step(inFile, elapsed).map((one) => ({ ...one, match: { source, sourceId: inFile.id }, at: now }))
          : []
      })
      results += (await ingest(messages)).results
      if (running.length < matchesPerPage) return results
      cursor = running.at(-1)
      await yieldToRequests()
    }
  }

  return {
    /** Creates the matches of the next eight days and advances those that have kicked off. */
    tick: (): Promise<ReplaySummary> =>
      exclusively(async () => ({
        matches: await importFixtures(clock.now() + lookAheadMs),
        results: await advanceMatches(),
      })),
    /**
     * Advances to a time, for tests that step the clock: creates everything that kicks off by then, moves the clock and applies
     * the results up to it, each settled before this returns.
     */
    until: (to: Date, advance: (seconds: number) => Promise<Date>): Promise<ReplaySummary> =>
      exclusively(async () => {
        const matches = await importFixtures(to.getTime() + lookAheadMs)
        const seconds = (to.getTime() - clock.now()) / 1000
        if (seconds > 0) await advance(seconds)
        return { matches, results: await advanceMatches() }
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

/** Kick-off of the file's first match: derived from a stored match, else one hour from now. */
async function firstKickOff(
  db: Db,
  byId: ReadonlyMap<string, FileMatch>,
  first: FileMatch,
  { now, speed }: { now: number; speed: number },
): Promise<number> {
  const stored = await firstImported(db, source)
  const inFile = stored && byId.get(stored.sourceId)
  if (!stored || !inFile) return now + hourMs
  return stored.startTime.getTime() - (inFile.kickOff.getTime() - first.kickOff.getTime()) / speed
}

function fixtureMessage(match: FileMatch, { at, startTime }: { at: Date; startTime: Date }): FeedMessage {
  const { division, country, homeTeam, awayTeam } = match
  const basis = basisOf(match)
  return {
    kind: 'fixture',
    match: { source, sourceId: match.id },
    at,
    sportId: soccer,
    competition: own(divisions, division) ?? { name: division, category: country ?? 'Replay' },
    homeTeam,
    awayTeam,
    startTime,
    model: { kickOff: match.kickOff.toISOString() },
    lines: withHandicap(preMatchLines('soccer', basis), match.handicap),
  }
}

function basisOf({ prices }: FileMatch): SoccerBasis {
  const { home_odd, neutral_odd, away_odd, over, under } = prices
  if (!home_odd || !neutral_odd || !away_odd) return averageRates
  return { given: { home_odd, neutral_odd, away_odd, ...(over && under ? { over, under } : evenTotal) } }
}

/** Adds the file's own handicap line, replacing ours on the same line. */
function withHandicap(lines: readonly LinePrices[], handicap: FileMatch['handicap']): LinePrices[] {
  if (!handicap) return [...lines]
  const line = lineText(handicap.line * 4 + 0)
  const side = handicap.line < 0 ? `minus ${lineText(-handicap.line * 4)}` : `plus ${line}`
  const found = outcomeLine('soccer', '16', `home_team ${side}`)
  if (!found) return [...lines]
  const fromFile: LinePrices = {
    marketId: '16',
    line: found.line,
    state: 'open',
    keys: found.keys,
    prices: [toHundredth(handicap.home), toHundredth(handicap.away)],
  }
  return [...lines.filter((one) => one.marketId !== '16' || one.line !== found.line), fromFile]
}

/** The messages for a match this many minutes after its kick-off. */
function step({ halfTime, fullTime }: FileMatch, elapsed: number): MatchMessage[] {
  const { minute, firstOver, over } = clockAt(elapsed)
  if (over && fullTime) return [{ kind: 'result', certainty: 2, fullTime, ...(halfTime && { halfTime }) }]
  if (over) return [{ kind: 'score', state: 'interrupted' }]
  const half = firstOver && halfTime ? { halfTime, score: halfTime } : {}
  return [
    { kind: 'stop', reason: 'no live bets' },
    { kind: 'score', state: 'live', minute, ...half },
  ]
}

/** Lets pending requests run between two pieces of work. */
function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
