import { pick, streamsOf, weightTotal, type Stream } from '@nare/fair/stream'
import type { Bytes } from '@nare/fair/hash'
import type { Position } from './team.ts'

export type Side = 'home' | 'away'

/**
 * A player of a club's squad with the weights for drawing scorers and starters. The scorer weights of a club sum to 2^32; the order of the
 * squad matters.
 */
export type SquadPlayer = {
  readonly id: string
  readonly position: Position
  readonly scorerWeight: number
  readonly starterWeight: number
}

const outfieldStarts = 10

/**
 * Draws the scorers of a match of the Nare league from its seed: stream `<match_id>:scorers`, one number per goal in the order of the
 * goals. Each number picks a player of the side's squad by scorer weight.
 */
export function scorersOf(
  seed: Bytes,
  {
    matchId,
    goals,
    squads,
  }: { matchId: string; goals: readonly Side[]; squads: Readonly<Record<Side, readonly SquadPlayer[]>> },
): (string | undefined)[] {
  const next = streamsOf(seed)(`${matchId}:scorers`)
  return goals.map((side) => scorer(squads[side], next))
}

/**
 * Draws the scorers of one side of a real match whose feed names none: stream `<match_id>:scorers:<side>`, the n-th number for the n-th
 * goal. A correction of one side's goals does not change the scorers of the other side.
 */
export function scorersOfSide(
  seed: Bytes,
  { matchId, side, goals, squad }: { matchId: string; side: Side; goals: number; squad: readonly SquadPlayer[] },
): (string | undefined)[] {
  const next = streamsOf(seed)(`${matchId}:scorers:${side}`)
  return Array.from({ length: goals }, () => scorer(squad, next))
}

const scorer = (squad: readonly SquadPlayer[], next: Stream): string | undefined =>
  squad[
    pick(
      squad.map(({ scorerWeight }) => scorerWeight),
      next(),
    )
  ]?.id

/**
 * Draws the starting eleven of a side: stream `<match_id>:starters:<side>`. The first number picks the goalkeeper; the next ten each pick
 * one of the remaining outfield players. A number u picks the first player whose running sum of starter weights is above floor(u × sum /
 * 2^32).
 */
export function startersOf(
  seed: Bytes,
  { matchId, side, squad }: { matchId: string; side: Side; squad: readonly SquadPlayer[] },
): string[] {
  const next = streamsOf(seed)(`${matchId}:starters:${side}`)
  const keepers = squad.filter(({ position }) => position === 'GK')
  const left = squad.filter(({ position }) => position !== 'GK')
  const starters = [takeOne(keepers, next)]
  for (let n = 0; n < outfieldStarts; n++) starters.push(takeOne(left, next))
  return starters.flatMap((player) => player?.id ?? [])
}

function takeOne(left: SquadPlayer[], next: Stream): SquadPlayer | undefined {
  const total = left.reduce((sum, { starterWeight }) => sum + starterWeight, 0)
  const target = Math.floor((next() * total) / weightTotal)
  let sum = 0
  const at = left.findIndex(({ starterWeight }) => (sum += starterWeight) > target)
  return left.splice(at, 1)[0]
}
