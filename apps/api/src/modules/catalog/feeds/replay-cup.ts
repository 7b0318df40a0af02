import type { Margins } from '@nare/odds/margins'
import { suspensionOf } from '@nare/bets/grading/events'
import { inPlayLines, preMatchLines } from '../pricing.ts'
import type { RunningMatch } from '../store-feed.ts'
import { cupStrengths, type GoalRates } from './cup-strengths.ts'
import { eventsBetween } from './cup-events.ts'
import { isTimed, momentOf, type CupMoment, type TimedMatch } from './cup-clock.ts'
import type { Skipped } from './file-values.ts'
import { readCup, type CupMatch } from './openfootball.ts'
import type { FeedEvent, MarginsOf, MatchMessage } from './port.ts'
import { pricedReplay, type ReplayFixture, type ReplaySource } from './replay-source.ts'
import { priceSlot } from './price-slot.ts'
import { untimedStep } from './untimed.ts'

const hourMs = 3_600_000
/** A match is certainly over this long after its kick-off, even with extra time and penalties. */
const overAfterMs = 3 * hourMs
/** The first match of a file kicks off this long after the last match of the previous file. */
const betweenFilesMs = 72 * hourMs

/**
 * Replays tournaments from files of football.json, one after the other. Matches follow the minutes of their goals, with prices of our own
 * model every minute and more often late in a match. A match is offered once both sides' earlier matches are over, and a knock-out match
 * once all earlier rounds are over, so that the fixtures reveal no result. Bets are on regular time; extra time and penalties are not
 * replayed. A match without the minutes of its goals has no live betting.
 */
export async function openCups(paths: readonly string[], skipped: Skipped): Promise<ReplaySource> {
  const matches: CupMatch[] = []
  for (const path of paths) matches.push(...after(matches.at(-1), await readCup(path, skipped)))
  const byId = new Map(matches.map((match) => [match.id, match]))
  const rates = cupStrengths(matches)
  /** The state of each match in play that was last delivered: the time of its events, and a key of its clock, score and prices. */
  const delivered = new Map<string, Delivered>()
  /** What the last step of each match returned, until it is delivered. Undefined is the end of the match. */
  const undelivered = new Map<string, Delivered | undefined>()
  const found = (id: string) => {
    const [match, rate] = [byId.get(id), rates.get(id)]
    if (!match || !rate) throw new Error(`the replay has no match ${id}`)
    return { match, rate }
  }
  return {
    matches: matches.map((match) => ({ id: match.id, kickOff: match.kickOff, knownAt: knownAt(match, matches) })),
    fixture(id, marginsOf) {
      const { match, rate } = found(id)
      return fixtureOf(match, rate, marginsOf)
    },
    step(id, { elapsed, stored, marginsOf }) {
      const { match, rate } = found(id)
      if (match.status || !isTimed(match)) return untimedStep(match, elapsed)
      const moment = momentOf(match, elapsed)
      // After a restart all events are sent again; the stored ones change nothing.
      const { until, face: before } = delivered.get(id) ?? { until: -1, face: '' }
      const events = eventsBetween(match, until, elapsed)
      if (moment.over) {
        undelivered.set(id, undefined)
        return endOf(match, moment, events)
      }
      const face = JSON.stringify([moment.minute, moment.added, moment.score, priceSlot(moment.modelMinute)])
      undelivered.set(id, { until: elapsed, face })
      const isNew = face !== before || stored.state !== 'live' || (moment.halfTime && !stored.halfTime)
      const isMissed = before !== '' && events.some(({ type }) => suspensionOf(type))
      const margins = marginsOf(pricedReplay(id, competitionOf(match)))
      return playOf(moment, { stored, rate, margins, events, isMissed, isNew: Boolean(isNew) })
    },
    delivered(id) {
      const last = undelivered.get(id)
      undelivered.delete(id)
      if (last) delivered.set(id, last)
      else delivered.delete(id)
    },
  }
}

type Delivered = { readonly until: number; readonly face: string }

/** Moves the matches of a file so that they follow the last match of the previous file. */
function after(last: CupMatch | undefined, matches: readonly CupMatch[]): CupMatch[] {
  const [first] = matches
  if (!last || !first) return [...matches]
  const moved = last.kickOff.getTime() + betweenFilesMs - first.kickOff.getTime()
  return matches.map((match) => ({ ...match, kickOff: new Date(match.kickOff.getTime() + moved) }))
}

/**
 * The time at which the sides of a match and their strengths are known: when the matches that decide them are over. Undefined if none does.
 */
function knownAt(match: CupMatch, matches: readonly CupMatch[]): Date | undefined {
  const roundBegins = Math.min(
    ...matches.filter((one) => isSameRound(one, match)).map(({ kickOff }) => kickOff.getTime()),
  )
  const before = matches.filter((one) => {
    const isOfSide = [one.homeTeam, one.awayTeam].some((team) => team === match.homeTeam || team === match.awayTeam)
    if (isOfSide && one.kickOff < match.kickOff) return true
    return match.isKnockout && one.competition === match.competition && one.kickOff.getTime() < roundBegins
  })
  if (before.length === 0) return undefined
  return new Date(Math.max(...before.map(({ kickOff }) => kickOff.getTime())) + overAfterMs)
}

const isSameRound = (one: CupMatch, other: CupMatch): boolean =>
  one.competition === other.competition && one.round === other.round

const competitionOf = ({ competition }: CupMatch) => ({ name: competition, category: 'International', rank: 1 })

function fixtureOf(match: CupMatch, rate: GoalRates, marginsOf: MarginsOf): ReplayFixture {
  const { homeTeam, awayTeam } = match
  const competition = competitionOf(match)
  return {
    competition,
    homeTeam,
    awayTeam,
    model: rate,
    lines: preMatchLines('soccer', rate, { margins: marginsOf(pricedReplay(match.id, competition)) }),
  }
}

type Due = {
  readonly stored: RunningMatch
  readonly rate: GoalRates
  readonly margins: Margins | undefined
  readonly events: readonly FeedEvent[]
  /** Whether the events due now should already have suspended betting. */
  readonly isMissed: boolean
  readonly isNew: boolean
}

/** The messages that are due now. Betting is suspended before a goal is shown, and resumes with the prices after the goal. */
function playOf(moment: CupMoment, { stored, rate, margins, events, isMissed, isNew }: Due): MatchMessage[] {
  const { minute, added, score, sides, halfTime, stopped, modelMinute } = moment
  const isLate = isMissed || stored.goals.length < sides.length
  const mustStop = !stored.suspended && (stopped !== undefined || isLate)
  const messages: MatchMessage[] = mustStop ? [{ kind: 'stop', reason: stopped ?? 'goal' }] : []
  if (isNew) {
    const clock = { minute, ...(added > 0 && { added }) }
    messages.push({ kind: 'score', state: 'live', ...clock, score, goals: sides, ...(halfTime && { halfTime }) })
    const lines = inPlayLines(rate, { minute: modelMinute, score, ...(halfTime && { halfTime }) }, { margins })
    messages.push({ kind: 'price', lines, whole: true })
  }
  messages.push(...events.map((event): MatchMessage => ({ kind: 'event', event })))
  if (!stopped && (stored.suspended || mustStop)) messages.push({ kind: 'reopen' })
  return messages
}

function endOf({ fullTime, goals }: TimedMatch, { halfTime }: CupMoment, events: readonly FeedEvent[]): MatchMessage[] {
  const facts = { goals: goals.map(({ side }) => side), ...(halfTime && { halfTime }) }
  return [
    { kind: 'score', state: 'live', minute: 90, score: fullTime, ...facts },
    ...events.map((event): MatchMessage => ({ kind: 'event', event })),
    { kind: 'result', certainty: 2, fullTime, ...facts },
  ]
}
