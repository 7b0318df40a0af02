import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { linesBefore, linesDuring, modelOf, type SoccerBasis } from '../pricing.ts'
import { comingMatches, runningMatches, unconfirmedResults, type Place, type Running } from '../store-feed.ts'
import { sportOf } from '../views.ts'
import { drawEnd, lengthMinutes } from './other-play.ts'
import type { FeedMessage, MatchMessage, ResultFacts, Take } from './port.ts'
import { basisAt, driftSlot, fixtureMessage, missingFixtures, readModel, simulated } from './simulated-fixtures.ts'
import { clockAt, playOn, type Chance, type Played } from './soccer-play.ts'

export type SimulatedDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly take: Take
  /** How much faster than the clock a match is played. */
  readonly speed: number
  readonly chance: Chance
}

const fixturesAtOnce = 10
const playedAtOnce = 60
const driftedAtOnce = 4
const stoppedMs = 6_000
const confirmedAfterMs = 90_000

/**
 * The simulated world. Each step looks at the clock and the catalogue and does what is due: brings matches, plays them,
 * confirms results, moves prices. It keeps nothing that a restart would miss.
 */
export function openSimulated({ db, clock, log, take, speed, chance }: SimulatedDeps) {
  /** Ends of running matches of sports that take no bets while they are played. */
  const ends = new Map<number, ResultFacts>()
  const stoppedAt = new Map<number, number>()
  const drifted = new Map<string, number>()
  /** Where the round over the running matches has come to; undefined between two rounds. */
  let reached: Place | undefined

  /** Brings the coming matches that are missing, a few at a time. Answers how many. */
  async function bringFixtures(most = Infinity): Promise<number> {
    const missing = (await missingFixtures(db, clock.now())).slice(0, most)
    for (let from = 0; from < missing.length; from += fixturesAtOnce) {
      const messages: FeedMessage[] = []
      for (const match of missing.slice(from, from + fixturesAtOnce)) {
        messages.push(fixtureMessage(match, clock.now()))
        await breathe()
      }
      await take(messages)
      if (from > 0 && from % 100 === 0) log.info({ brought: from, of: missing.length }, 'simulated matches')
    }
    return missing.length
  }

  /** Plays the next part of what has kicked off up to now. Answers whether the round over all of it has more parts. */
  async function play(): Promise<boolean> {
    const now = clock.date()
    const running = await runningMatches(db, { source: simulated, now, most: playedAtOnce, after: reached })
    for (const match of running) {
      const messages = step(match, now.getTime())
      const about = { match: { source: simulated, sourceId: match.sourceId }, at: now }
      if (messages.length > 0) await take(messages.map((message): FeedMessage => ({ ...message, ...about })))
      await breathe()
    }
    reached = running.length === playedAtOnce ? running.at(-1) : undefined
    return reached !== undefined
  }

  function step(match: Running, now: number): MatchMessage[] {
    const sport = sportOf(match.sportId)
    if (!sport) return []
    const elapsed = ((now - match.startTime.getTime()) / 60_000) * speed
    const model = readModel(match.model)
    const basis = basisAt({ sourceId: match.sourceId, sport, model, at: match.startTime.getTime() })
    if (sport === 'soccer' && !('ratings' in basis)) return soccerStep(match, { now, elapsed, basis })
    if (sport === 'soccer' || !('ratings' in basis)) return []
    const end = ends.get(match.id) ?? endBeyond(match, () => drawEnd(sport, basis.ratings, chance))
    ends.set(match.id, end)
    const share = elapsed / lengthMinutes[sport]
    if (share >= 1) {
      ends.delete(match.id)
      return [{ kind: 'result', certainty: 1, ...end }]
    }
    const score = { home: Math.floor(end.fullTime.home * share), away: Math.floor(end.fullTime.away * share) }
    const stop: MatchMessage[] = match.suspended ? [] : [{ kind: 'stop', reason: 'no live bets' }]
    return [...stop, { kind: 'score', state: 'live', minute: Math.floor(elapsed), score }]
  }

  function soccerStep(
    match: Running,
    { now, elapsed, basis }: { now: number; elapsed: number; basis: SoccerBasis },
  ): MatchMessage[] {
    const { minute, firstOver, over } = clockAt(elapsed)
    const from: Played = { ...match, halfTime: match.halfTime }
    const { played, events } = playOn(modelOf(basis), from, { to: over ? 90 : minute, chance })
    const halfTime = played.halfTime ?? (firstOver ? played.score : undefined)
    const { score, goals, reds } = played
    const facts = { score, goals, reds, ...(halfTime && { halfTime }) }
    if (over) {
      stoppedAt.delete(match.id)
      return [
        { kind: 'score', state: 'live', minute: 90, ...facts },
        { kind: 'result', certainty: 1, halfTime: halfTime ?? score, fullTime: score, goals },
      ]
    }
    const messages: MatchMessage[] = []
    const [event] = events
    if (event && !match.suspended) messages.push({ kind: 'stop', reason: event.kind })
    if (event) stoppedAt.set(match.id, now)
    const isNew = match.state !== 'live' || minute !== match.minute || (firstOver && !match.halfTime)
    if (isNew) {
      const lines = linesDuring(basis, { minute, score, redCards: reds, ...(halfTime && { halfTime }) })
      messages.push({ kind: 'score', state: 'live', minute, ...facts }, { kind: 'price', lines, whole: true })
    }
    const mayReopen = now - (stoppedAt.get(match.id) ?? 0) >= stoppedMs / Math.sqrt(speed)
    if (match.suspended && !event && mayReopen) messages.push({ kind: 'reopen' })
    return messages
  }

  /** Confirms results that were seen a while ago. */
  async function confirm(): Promise<void> {
    const at = clock.date()
    const before = new Date(at.getTime() - confirmedAfterMs / speed)
    for (const one of await unconfirmedResults(db, { source: simulated, before, most: playedAtOnce })) {
      const { sourceId, halfTime, fullTime, goals, periods } = one
      await take([
        {
          kind: 'result',
          match: { source: simulated, sourceId },
          at,
          certainty: 2,
          fullTime,
          ...(halfTime && { halfTime }),
          ...(goals && { goals }),
          ...(periods && { periods }),
        },
      ])
    }
  }

  /** Moves the prices of a few coming matches whose half hour has passed. */
  async function drift(): Promise<void> {
    const now = clock.now()
    const [from, to] = [new Date(now), new Date(now + 36 * 3_600_000)]
    const coming = await comingMatches(db, { source: simulated, from, to, most: 500 })
    const due = coming.filter(({ sourceId }) => drifted.get(sourceId) !== driftSlot(sourceId, now))
    for (const { sourceId, sportId, model } of due.slice(0, driftedAtOnce)) {
      const sport = sportOf(sportId)
      drifted.set(sourceId, driftSlot(sourceId, now))
      if (!sport) continue
      const lines = linesBefore(sport, basisAt({ sourceId, sport, model: readModel(model), at: now }))
      await take([{ kind: 'price', match: { source: simulated, sourceId }, at: new Date(now), lines, whole: true }])
      await breathe()
    }
    if (drifted.size > 2_000) drifted.clear()
  }

  return {
    bringFixtures,
    play,
    confirm,
    drift,
    /** Everything that is due now. Answers whether there is more to do at once. */
    async tick(): Promise<boolean> {
      const more = await play()
      await confirm()
      await drift()
      return more
    },
  }
}

/** After a restart an end is drawn that the present score can still reach. */
function endBeyond({ score }: Running, draw: () => ResultFacts): ResultFacts {
  for (let tries = 0; tries < 40; tries += 1) {
    const end = draw()
    if (end.fullTime.home >= score.home && end.fullTime.away >= score.away) return end
  }
  return { fullTime: { home: score.home + 1, away: score.away } }
}

/** Lets requests in between two pieces of work. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
