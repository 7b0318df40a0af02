import type { Side } from './commentary.ts'

type Goal = { minute: number; side: Side; home_score: number; away_score: number }
type Shown = { match_id: string; events: readonly Goal[] }

/** A goal is highlighted for this many minutes of the play-out: about three seconds. */
const shownMinutes = 6

/** The last goal of a match that is still highlighted at a minute; undefined if there is none. */
export const freshGoal = <Match extends Shown>(match: Match, minute: number): Match['events'][number] | undefined =>
  match.events.findLast((goal) => minute >= goal.minute && minute - goal.minute < shownMinutes)

/**
 * The goal to show on the pitch: that of the chosen match, else the newest one in a match with an own bet. Goals of the other matches are
 * marked in the list only.
 */
export function goalOnPitch<Match extends Shown>(
  matches: readonly Match[],
  { chosen, own, minute }: { chosen: Match | undefined; own: ReadonlySet<string>; minute: number },
): { match: Match; goal: Goal } | undefined {
  const isShown = (match: Match): boolean => match === chosen || own.has(match.match_id)
  const fresh = matches.filter(isShown).flatMap((match) => {
    const goal = freshGoal(match, minute)
    return goal ? [{ match, goal }] : []
  })
  return fresh.find(({ match }) => match === chosen) ?? fresh.toSorted((a, b) => b.goal.minute - a.goal.minute)[0]
}

/** The minutes in which a side has scored, as text: "27' 48'". */
export const goalMinutes = ({ events }: Shown, side: Side): string =>
  events
    .filter((goal) => goal.side === side)
    .map(({ minute }) => `${minute}'`)
    .join(' ')

type Place = { x: number; y: number }
const mouth: Readonly<Record<Side, Place>> = { home: { x: 0.985, y: 0.5 }, away: { x: 0.015, y: 0.5 } }
const centre: Place = { x: 0.5, y: 0.5 }

/** The path of the ball through the goals that have been shown: into the goal in the minute of each, and from the centre after it. */
export function pathWithGoals(path: readonly Place[], events: readonly Goal[]): readonly Place[] {
  const places = [...path]
  for (const { minute } of events) if (minute + 1 < places.length) places[minute + 1] = centre
  for (const { minute, side } of events) places[minute] = mouth[side]
  return places
}
