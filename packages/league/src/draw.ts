import { hmacSha256, sha256, toHex, type Bytes } from '@nare/fair/hash'
import { pick, streamsOf } from '@nare/fair/stream'
import type { Score, Side } from '@nare/bets/result'
import { goalsSize } from './weights.ts'

/** A goal with its minute, from 1 to 90. */
export type Goal = { readonly minute: number; readonly side: Side }

/** The drawn result of a match. `goals` are in chronological order. */
export type DrawnMatch = { readonly fullTime: Score; readonly halfTime: Score; readonly goals: readonly Goal[] }

const halfMinute = 45
const fullMinute = 90

/** A score as text, such as "2:1". */
export const scoreText = ({ home, away }: Score): string => `${home}:${away}`

/** The drawn match that has these goals, in chronological order. */
export function matchOfGoals(goals: readonly Goal[]): DrawnMatch {
  return { fullTime: scoreAt({ goals }, fullMinute), halfTime: scoreAt({ goals }, halfMinute), goals }
}

/** The seed of a round: HMAC-SHA256 keyed with the round's link of the season's chain. */
export function seedOf(link: Bytes, roundId: string): Bytes {
  return hmacSha256(link, `nare-league:${roundId}`)
}

/** The hash of a round's seed, published before the round can be bet on. */
export function commitmentOf(seed: Bytes): string {
  return toHex(sha256(seed))
}

/**
 * Returns a function that draws the matches of a round from its seed: a score by the match's 81 weights, then a minute for each
 * goal, the home team's first. Goals are sorted by minute, within a minute by the number drawn, then home first.
 */
export function drawWith(
  seed: Bytes,
  minutes: readonly number[],
): (matchId: string, weights: readonly number[]) => DrawnMatch {
  const streams = streamsOf(seed)
  return (matchId, weights) => {
    const cell = pick(weights, streams(`${matchId}:score`)())
    const fullTime = { home: Math.floor(cell / goalsSize), away: cell % goalsSize }
    const next = streams(`${matchId}:goals`)
    const drawn = sides(fullTime).map((side) => {
      const u = next()
      return { minute: pick(minutes, u) + 1, side, u }
    })
    // The sort is stable: for equal minutes and numbers the home team stays first.
    drawn.sort((a, b) => a.minute - b.minute || a.u - b.u)
    const goals = drawn.map(({ minute, side }) => ({ minute, side }))
    return { fullTime, halfTime: scoreAt({ goals }, halfMinute), goals }
  }
}

/** The score after a minute. */
export function scoreAt({ goals }: Pick<DrawnMatch, 'goals'>, minute: number): Score {
  const until = goals.filter((goal) => goal.minute <= minute)
  const home = until.filter(({ side }) => side === 'home').length
  return { home, away: until.length - home }
}

function sides({ home, away }: Score): Side[] {
  return [...Array<Side>(home).fill('home'), ...Array<Side>(away).fill('away')]
}
