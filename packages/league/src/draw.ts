import { hmacSha256, sha256, toHex, type Bytes } from '@nare/fair/hash'
import { pick, streamsOf } from '@nare/fair/stream'
import type { Score, Side } from '@nare/bets/result'
import { goalsSize } from './tables.ts'

/** A goal of a play-out, by its minute from 1 to 90. */
export type Goal = { readonly minute: number; readonly side: Side }

/** What was drawn for a match: the goals in the order in which they fall. */
export type Drawn = { readonly fullTime: Score; readonly halfTime: Score; readonly goals: readonly Goal[] }

const halfMinute = 45

/** The seed of a round: HMAC-SHA256 of its link of the season's chain. */
export function seedOf(link: Bytes, roundId: string): Bytes {
  return hmacSha256(link, `nare-league:${roundId}`)
}

/** What is published before anybody can bet on a round: the hash of its seed. */
export function commitmentOf(seed: Bytes): string {
  return toHex(sha256(seed))
}

/**
 * Draws the matches of a round from its seed. The score comes from the match's 81 weights; then a minute for each goal, the home side's
 * first. Goals are in the order of their minutes, in a minute by the number that was drawn, then home first.
 */
export function drawWith(
  seed: Bytes,
  minutes: readonly number[],
): (matchId: string, weights: readonly number[]) => Drawn {
  const streams = streamsOf(seed)
  return (matchId, weights) => {
    const cell = pick(weights, streams(`${matchId}:score`)())
    const fullTime = { home: Math.floor(cell / goalsSize), away: cell % goalsSize }
    const next = streams(`${matchId}:goals`)
    const drawn = sides(fullTime).map((side) => {
      const u = next()
      return { minute: pick(minutes, u) + 1, side, u }
    })
    // A stable sort: equal minutes and numbers keep the home side first.
    drawn.sort((a, b) => a.minute - b.minute || a.u - b.u)
    const goals = drawn.map(({ minute, side }) => ({ minute, side }))
    return { fullTime, halfTime: scoreAt({ goals }, halfMinute), goals }
  }
}

/** The score when a minute is over. */
export function scoreAt({ goals }: Pick<Drawn, 'goals'>, minute: number): Score {
  const so = goals.filter((goal) => goal.minute <= minute)
  const home = so.filter(({ side }) => side === 'home').length
  return { home, away: so.length - home }
}

function sides({ home, away }: Score): Side[] {
  return [...Array<Side>(home).fill('home'), ...Array<Side>(away).fill('away')]
}
