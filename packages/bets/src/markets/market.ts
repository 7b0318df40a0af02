import { isLine, lineText, quartersOf, stateAbove } from './line.ts'
import type { LineKind } from './line.ts'
import type { DecidedState, Score } from '../result.ts'

/** The score of the market's period, and the scores at half-time and at the end, for markets that compare them. */
export type PeriodScores = { readonly period: Score; readonly half: Score; readonly full: Score }

/** One outcome of one line: its key, its label, and the state that final scores give it. `parts`: the picks that a combination joins. */
export type Outcome = {
  readonly key: string
  readonly display: string
  readonly judge: (scores: PeriodScores) => DecidedState
  readonly parts?: readonly Part[]
}

/** A part of a combination: its market, its line and its outcome. */
export type Part = { readonly market: Market; readonly line: string; readonly outcome: Outcome }

/** The facts of a result that a market needs before it can be decided. */
export type Needs = 'score' | 'halves' | 'goals' | 'games' | Counted

/** The counts that a feed may report in addition to the score. A market on a count is void if the result lacks the count. */
export type Counted = 'corners' | 'cards'

export type Period = 'match' | 'first_half' | 'second_half'
/** Whether a leg placed in play counts the whole period or only the goals after the bet. */
export type Since = 'start' | 'bet'

/**
 * A market of the catalogue. `outcomes(line)` and `keys(line)` are empty for a line that the market cannot have. `winners` is the number of
 * outcomes that win for every result. If a part of the stake is refunded, the winning parts sum to `winners` times the part that is not
 * refunded; that part is the same for each outcome of the line.
 */
export type Market = {
  readonly id: string
  readonly name: string
  readonly period: Period
  readonly needs: Needs
  readonly line: LineKind
  readonly since: Since
  readonly winners: number
  /** What the market counts in the score of its period, such as all goals; absent if it compares something else. */
  readonly counts?: (score: Score) => number
  outcomes(line: string): readonly Outcome[]
  keys(line: string): string[]
}

/** Whether a market is decided only once the score at half-time is known too. */
export const needsHalf = ({ needs, period }: Market): boolean => needs === 'halves' || period === 'second_half'

/** The attributes of a market, without its outcomes. */
export type Head = {
  readonly id: string
  readonly name: string
  readonly period?: Period
  readonly needs?: Needs
  readonly since?: Since
  readonly winners?: number
  readonly counts?: (score: Score) => number
}

/** An outcome that either wins or loses: its key, its label, and whether the scores make it win. */
export type Pick = readonly [key: string, display: string, wins: (score: Score, scores: PeriodScores) => boolean]

const winLose = (won: boolean): DecidedState => (won ? 'won' : 'lost')

/** A market without a line: each pick wins or loses; all are refunded when `refunds` returns true. */
export function picks(head: Head, list: readonly Pick[], refunds?: (score: Score) => boolean): Market {
  const all = list.map(([key, display, wins]): Outcome => ({
    key,
    display,
    judge: (scores) => (refunds?.(scores.period) ? 'void' : winLose(wins(scores.period, scores))),
  }))
  return make(head, 'none', () => all)
}

/** Over and under a line on the number that `count` returns; whole and quarter lines refund all or half of the stake. */
export function totals(head: Head, count: (score: Score) => number): Market {
  return make({ ...head, counts: count }, 'total', (line) => {
    const quarters = quartersOf(line) ?? 0
    return [
      { key: `over ${line}`, display: `Over ${line}`, judge: (p) => stateAbove(count(p.period) * 4 - quarters) },
      { key: `under ${line}`, display: `Under ${line}`, judge: (p) => stateAbove(quarters - count(p.period) * 4) },
    ]
  })
}

/** The two-way handicap with each side's own line in its key; the market's line is home's. */
export function asianHandicap(head: Head): Market {
  return make(head, 'asian', (line) => {
    const quarters = quartersOf(line) ?? 0
    const lead = (score: Score) => (score.home - score.away) * 4 + quarters
    return [
      {
        key: `home_team ${signed(quarters)}`,
        display: `1 (${shown(quarters)})`,
        judge: (p) => stateAbove(lead(p.period)),
      },
      {
        key: `away_team ${signed(-quarters)}`,
        display: `2 (${shown(-quarters)})`,
        judge: (p) => stateAbove(-lead(p.period)),
      },
    ]
  })
}

/** The three-way handicap: the start, such as "0:1", is added to the score. */
export function startHandicap(head: Head): Market {
  return make(head, 'start', (line) => {
    const lead = ({ home, away }: Score) => home + Number(line[0]) - away - Number(line[2])
    return [
      { key: `home_team ${line}`, display: `1 (${line})`, judge: (p) => winLose(lead(p.period) > 0) },
      { key: `draw ${line}`, display: `X (${line})`, judge: (p) => winLose(lead(p.period) === 0) },
      { key: `away_team ${line}`, display: `2 (${line})`, judge: (p) => winLose(lead(p.period) < 0) },
    ]
  })
}

/** A market that combines picks with a total. It has half lines only. */
export function withTotal(head: Head, list: readonly Pick[], first: 'total' | 'pick'): Market {
  const counts = ({ home, away }: Score) => home + away
  return make({ ...head, counts }, 'total', (line) => {
    const quarters = quartersOf(line) ?? 0
    if (quarters % 4 !== 2) return []
    return list.flatMap(([key, display, wins]) => [
      joined({ key: `over ${line}`, display: `Over ${line}` }, { key, display }, first, (p) => {
        return counts(p.period) * 4 > quarters && wins(p.period, p)
      }),
      joined({ key: `under ${line}`, display: `Under ${line}` }, { key, display }, first, (p) => {
        return counts(p.period) * 4 < quarters && wins(p.period, p)
      }),
    ])
  })
}

type Label = { readonly key: string; readonly display: string }

function joined(total: Label, pick: Label, first: 'total' | 'pick', wins: (scores: PeriodScores) => boolean): Outcome {
  const [one, other] = first === 'total' ? [total, pick] : [pick, total]
  return {
    key: `${one.key} ${other.key}`,
    display: `${one.display} & ${other.display}`,
    judge: (p) => winLose(wins(p)),
  }
}

/** The scorer of the goal whose number is the line; `judge` receives the score of that goal alone: 1:0, 0:1 or 0:0. */
export function numberedGoal(head: Head): Market {
  return make({ ...head, needs: 'goals' }, 'goal', (line) => [
    { key: `home_team ${line}`, display: '1', judge: (p) => winLose(p.period.home > 0) },
    { key: `none ${line}`, display: 'None', judge: (p) => winLose(p.period.home + p.period.away === 0) },
    { key: `away_team ${line}`, display: '2', judge: (p) => winLose(p.period.away > 0) },
  ])
}

/** A market whose lines are of this kind; `build` makes the outcomes of a line. */
export function make(head: Head, line: LineKind, build: (line: string) => readonly Outcome[]): Market {
  const outcomes = (at: string) => (isLine(line, at) ? build(at) : [])
  return {
    period: 'match',
    needs: 'score',
    since: 'start',
    winners: 1,
    ...head,
    line,
    outcomes,
    keys: (at) => outcomes(at).map((outcome) => outcome.key),
  }
}

function signed(quarters: number): string {
  return quarters < 0 ? `minus ${lineText(-quarters)}` : `plus ${lineText(quarters === 0 ? 0 : quarters)}`
}

function shown(quarters: number): string {
  return quarters > 0 ? `+${lineText(quarters)}` : lineText(quarters === 0 ? 0 : quarters)
}
