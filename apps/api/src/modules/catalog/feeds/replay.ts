import { lineText } from '@nare/bets/line'
import { asGiven } from '@nare/odds/ladder'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { own } from '#platform/own'
import { evenTotal, linesBefore, placeOf, type SoccerBasis } from '../pricing.ts'
import { firstBrought, knownIds, runningMatches, type Place } from '../store-feed.ts'
import { divisions, readFile, type FileMatch } from './football-data.ts'
import type { FeedMessage, LinePrices, MatchMessage, Take } from './port.ts'
import { clockAt } from './soccer-play.ts'

export type ReplayDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly take: Take
  readonly path: string
  /** How much faster than the clock the file is played: kick-offs come nearer together and matches are shorter. */
  readonly speed: number
}

export type Played = { readonly matches: number; readonly results: number }

const source = 'replay'
const soccer = '79'
const hourMs = 3_600_000
const aheadMs = 8 * 24 * hourMs
const broughtAtOnce = 10
const playedAtOnce = 100
/** Rates of an average match, for one that the file has no prices of. */
const averageRates = { lh: 1.5, la: 1.2 }

/**
 * Plays real matches again: fixtures and prices of the file, its half-time and final scores as results. Kick-offs are
 * shifted so that the first is an hour ahead when the file is opened for the first time; the shift is the catalogue's
 * own, so that a restart goes on. Goals have no times in the file, so no bets are taken while a match is played.
 */
export async function openReplay({ db, clock, log, take, path, speed }: ReplayDeps) {
  const matches: FileMatch[] = []
  for await (const match of readFile(path)) matches.push(match)
  matches.sort((a, b) => a.kickOff.getTime() - b.kickOff.getTime() || (a.id < b.id ? -1 : 1))
  const byId = new Map(matches.map((match) => [match.id, match]))
  const first = matches[0]
  if (!first) throw new Error(`${path} holds no matches with Date, HomeTeam and AwayTeam`)
  const begin = await beginning(db, byId, first, { now: clock.now(), speed })
  const startOf = (match: FileMatch) => begin + (match.kickOff.getTime() - first.kickOff.getTime()) / speed
  log.info({ path, matches: matches.length, begin: new Date(begin).toISOString() }, 'replay opened')
  let next = 0
  const alone = oneAtATime()

  /** Brings the matches that kick off until then, in the file's order. */
  async function bring(until: number): Promise<number> {
    let brought = 0
    while (next < matches.length) {
      const chunk = matches.slice(next, next + broughtAtOnce).filter((match) => startOf(match) <= until)
      if (chunk.length === 0) break
      const known = await knownIds(
        db,
        source,
        chunk.map(({ id }) => id),
      )
      const missing = chunk.filter(({ id }) => !known.has(id))
      const at = clock.date()
      const taken = await take(
        missing.map((match) => fixtureMessage(match, { at, startTime: new Date(startOf(match)) })),
      )
      brought += taken.matches
      next += chunk.length
      await breathe()
    }
    return brought
  }

  /** Plays what has kicked off by the clock, once over all of it in bounded steps. Answers the results taken. */
  async function play(): Promise<number> {
    let results = 0
    let reached: Place | undefined
    for (;;) {
      const now = clock.date()
      const running = await runningMatches(db, { source, now, most: playedAtOnce, after: reached })
      const messages = running.flatMap((match): FeedMessage[] => {
        const known = byId.get(match.sourceId)
        const elapsed = ((now.getTime() - match.startTime.getTime()) / 60_000) * speed
        return known
          ? step(known, elapsed).map((one) => ({ ...one, match: { source, sourceId: known.id }, at: now }))
          : []
      })
      const taken = await take(messages)
      results += taken.results
      if (running.length < playedAtOnce) return results
      reached = running.at(-1)
      await breathe()
    }
  }

  return {
    /** Brings what kicks off in the next eight days and plays what has kicked off. */
    tick: (): Promise<Played> =>
      alone(async () => ({ matches: await bring(clock.now() + aheadMs), results: await play() })),
    /**
     * Plays on to a time, for tests that step instead of waiting: everything that kicks off until then is brought, the
     * clock is moved there, and the results until then are taken, each settled before the answer.
     */
    until: (to: Date, advance: (seconds: number) => Promise<Date>): Promise<Played> =>
      alone(async () => {
        const matches = await bring(to.getTime() + aheadMs)
        const seconds = (to.getTime() - clock.now()) / 1000
        if (seconds > 0) await advance(seconds)
        return { matches, results: await play() }
      }),
  }
}

/** Runs pieces of work one after the other. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
}

/** When the first match kicks off here: as it was decided before, else an hour from now. */
async function beginning(
  db: Db,
  byId: ReadonlyMap<string, FileMatch>,
  first: FileMatch,
  { now, speed }: { now: number; speed: number },
): Promise<number> {
  const stored = await firstBrought(db, source)
  const known = stored && byId.get(stored.sourceId)
  if (!stored || !known) return now + hourMs
  return stored.startTime.getTime() - (known.kickOff.getTime() - first.kickOff.getTime()) / speed
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
    lines: withHandicap(linesBefore('soccer', basis), match.handicap),
  }
}

function basisOf({ prices }: FileMatch): SoccerBasis {
  const { home_odd, neutral_odd, away_odd, over, under } = prices
  if (!home_odd || !neutral_odd || !away_odd) return averageRates
  return { given: { home_odd, neutral_odd, away_odd, ...(over && under ? { over, under } : evenTotal) } }
}

/** The file's own handicap line in place of ours, or beside ours. */
function withHandicap(lines: readonly LinePrices[], handicap: FileMatch['handicap']): LinePrices[] {
  if (!handicap) return [...lines]
  const line = lineText(handicap.line * 4 + 0)
  const side = handicap.line < 0 ? `minus ${lineText(-handicap.line * 4)}` : `plus ${line}`
  const place = placeOf('soccer', '16', `home_team ${side}`)
  if (!place) return [...lines]
  const own: LinePrices = {
    marketId: '16',
    line: place.line,
    state: 'open',
    keys: place.keys,
    prices: [asGiven(handicap.home), asGiven(handicap.away)],
  }
  return [...lines.filter((one) => one.marketId !== '16' || one.line !== place.line), own]
}

/** What is known of a match so many minutes after its kick-off. */
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

/** Lets requests in between two pieces of work. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
