import { sportIdOf, sportOf } from '@nare/bets/markets/sports'
import { preMatchLines } from '../pricing.ts'
import {
  upcomingMatches,
  runningMatches,
  unconfirmedResults,
  type MatchCursor,
  type RunningMatch,
} from '../store-feed.ts'
import { otherStep } from './other-sports-step.ts'
import type { FeedDeps, FeedMessage, MatchMessage } from './port.ts'
import {
  basisAt,
  driftSlot,
  fixtureMessage,
  missingFixtures,
  pricedFixture,
  readModel,
  simulated,
} from './simulated-fixtures.ts'
import { openSoccerPlay } from './simulated-soccer.ts'
import type { Chance } from './soccer-simulation.ts'

export type SimulatedDeps = FeedDeps & {
  /** Match speed relative to the clock. */
  readonly speed: number
  readonly chance: Chance
}

const fixturesPerBatch = 10
const matchesPerPage = 60
const driftsPerTick = 4
const suspensionMs = 6_000
const confirmedAfterMs = 90_000

/**
 * The simulated feed. Each tick compares the clock with the catalogue: it advances matches, confirms results and moves prices. Everything
 * in memory can be derived again, so a restart loses no match.
 */
export function openSimulated({ db, clock, log, ingest, speed, chance, marginsOf = () => undefined }: SimulatedDeps) {
  const stoppedAt = new Map<number, number>()
  const soccer = openSoccerPlay({ db, speed, chance })
  const drifted = new Map<string, number>()
  /** Position in the current pass over the matches in progress; undefined between passes. */
  let cursor: MatchCursor | undefined

  /** Creates the missing upcoming matches in small batches. Returns the count. */
  async function importFixtures(most = Infinity): Promise<number> {
    const missing = (await missingFixtures(db, clock.now())).slice(0, most)
    for (let from = 0; from < missing.length; from += fixturesPerBatch) {
      const messages: FeedMessage[] = []
      for (const match of missing.slice(from, from + fixturesPerBatch)) {
        messages.push(
          fixtureMessage(
            match,
            clock.now(),
            marginsOf(pricedFixture(match.sourceId, sportIdOf(match.competition.sport))),
          ),
        )
        await yieldToRequests()
      }
      await ingest(messages)
      if (from > 0 && from % 100 === 0) log.info({ imported: from, of: missing.length }, 'simulated fixtures imported')
    }
    return missing.length
  }

  /** Advances the next page of matches in progress. Returns whether there is more to do immediately. */
  async function advanceMatches(): Promise<boolean> {
    const now = clock.date()
    const running = await runningMatches(db, { source: simulated, now, most: matchesPerPage, after: cursor })
    for (const match of running) {
      const messages = await step(match, now.getTime())
      const about = { match: { source: simulated, sourceId: match.sourceId }, at: now }
      if (messages.length > 0) await ingest(messages.map((message): FeedMessage => ({ ...about, ...message })))
      await yieldToRequests()
    }
    cursor = running.length === matchesPerPage ? running.at(-1) : undefined
    return cursor !== undefined || soccer.hasMore()
  }

  async function step(match: RunningMatch, now: number): Promise<(MatchMessage & { at?: Date })[]> {
    const sport = sportOf(match.sportId)
    if (!sport) return []
    const elapsed = ((now - match.startTime.getTime()) / 60_000) * speed
    const model = readModel(match.model)
    const basis = basisAt({ sourceId: match.sourceId, sport, model, at: match.startTime.getTime() })
    const margins = marginsOf(pricedFixture(match.sourceId, match.sportId))
    if (sport === 'soccer' && !('ratings' in basis)) return soccer.step(match, { now, elapsed, basis, margins })
    if (sport === 'soccer' || !('ratings' in basis)) return []
    const mayReopen = now - (stoppedAt.get(match.id) ?? 0) >= suspensionMs / Math.sqrt(speed)
    const { messages, isStopped } = otherStep(match, {
      ...{ sport, ratings: basis.ratings, elapsed, chance, mayReopen, margins },
    })
    if (isStopped) stoppedAt.set(match.id, now)
    else if (mayReopen) stoppedAt.delete(match.id)
    return messages
  }

  /** Confirms results that are old enough. */
  async function confirm(): Promise<void> {
    const at = clock.date()
    const before = new Date(at.getTime() - confirmedAfterMs / speed)
    for (const one of await unconfirmedResults(db, { source: simulated, before, most: matchesPerPage })) {
      const { sourceId, halfTime, fullTime, goals, periods, corners, cards } = one
      await ingest([
        {
          kind: 'result',
          match: { source: simulated, sourceId },
          at,
          certainty: 2,
          fullTime,
          ...(halfTime && { halfTime }),
          ...(goals && { goals }),
          ...(periods && { periods }),
          ...(corners && { corners }),
          ...(cards && { cards }),
        },
      ])
    }
  }

  /** Moves the prices of a few upcoming matches whose half-hour slot has passed. */
  async function drift(): Promise<void> {
    const now = clock.now()
    const [from, to] = [new Date(now), new Date(now + 36 * 3_600_000)]
    const upcoming = await upcomingMatches(db, { source: simulated, from, to, most: 500 })
    const due = upcoming.filter(({ sourceId }) => drifted.get(sourceId) !== driftSlot(sourceId, now))
    for (const { sourceId, sportId, model } of due.slice(0, driftsPerTick)) {
      const sport = sportOf(sportId)
      drifted.set(sourceId, driftSlot(sourceId, now))
      if (!sport) continue
      const lines = preMatchLines(sport, basisAt({ sourceId, sport, model: readModel(model), at: now }), {
        counts: true,
        margins: marginsOf(pricedFixture(sourceId, sportId)),
      })
      await ingest([{ kind: 'price', match: { source: simulated, sourceId }, at: new Date(now), lines, whole: true }])
      await yieldToRequests()
    }
    if (drifted.size > 2_000) drifted.clear()
  }

  return {
    importFixtures,
    advanceMatches,
    confirm,
    drift,
    /** Advances matches, confirms results and moves prices. Returns whether there is more to do immediately. */
    async tick(): Promise<boolean> {
      const more = await advanceMatches()
      await confirm()
      await drift()
      return more
    },
  }
}

/** Lets pending requests run between two pieces of work. */
function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
