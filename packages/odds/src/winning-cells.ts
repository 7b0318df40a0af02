import { partWins, type Part } from '@nare/bets/markets/combination'
import type { Score } from '@nare/bets/result'
import type { Grid } from './grid.ts'
import type { JointCells } from './halves.ts'
import type { MatchModel } from './match-model.ts'

/** A set of cells: bit `n & 31` of word `n >> 5` is cell n. */
export type CellSet = Uint32Array

/**
 * The ways that a match can go on from now: half-time and final scores with their probabilities. `hasHalves` is false if the first half is
 * over and its score is missing; then only the final scores are known.
 */
export type Courses = {
  readonly p: Float64Array
  readonly hasHalves: boolean
  /** The courses with any probability. */
  readonly possible: CellSet
  /** The courses in which a part wins. */
  readonly winning: (part: Part) => CellSet
}

type Listed = { readonly cells: JointCells; readonly half: Score; readonly full: Score; readonly name: string }

/** The courses of a match from its present score. After half-time, only the final scores differ. */
export function coursesOf({ score, halfTime, joint, rest }: MatchModel): Courses {
  const splits = halfTime ? undefined : joint
  const { size } = rest
  const half = halfTime ?? score
  const name = `${splits ? 'split' : 'rest'} ${size} ${half.home}:${half.away} ${score.home}:${score.away}`
  const listed = { cells: splits?.cells ?? cellsOfRest(size), half, full: score, name }
  const p = splits?.p ?? rest.cells
  return {
    p,
    hasHalves: halfTime !== undefined || joint !== undefined,
    possible: possibleIn(p),
    winning: (part) => winningIn(listed, part),
  }
}

const restCells = new Map<Grid['size'], JointCells>()

/** The cells of a grid of further goals, none of them before half-time. */
function cellsOfRest(size: number): JointCells {
  const kept = restCells.get(size)
  if (kept) return kept
  const none = new Uint8Array(size * size)
  const made = {
    halfHome: none,
    halfAway: none,
    home: none.map((_, cell) => Math.floor(cell / size)),
    away: none.map((_, cell) => cell % size),
  }
  restCells.set(size, made)
  return made
}

const possibleSets = new WeakMap<Float64Array, CellSet>()

function possibleIn(p: Float64Array): CellSet {
  const kept = possibleSets.get(p)
  if (kept) return kept
  const made = setOf(p.length, (cell) => (p[cell] ?? 0) > 0)
  possibleSets.set(p, made)
  return made
}

const winningSets = new Map<string, CellSet>()
/** Each takes at most 550 bytes. */
const winningSetsMax = 20_000

function winningIn({ cells, half, full, name }: Listed, part: Part): CellSet {
  const own = `${part.market.id} ${part.outcome.key} ${name}`
  const kept = winningSets.get(own)
  if (kept) return kept
  const made = setOf(cells.home.length, (cell) => {
    return partWins(part, {
      half: { home: half.home + (cells.halfHome[cell] ?? 0), away: half.away + (cells.halfAway[cell] ?? 0) },
      full: { home: full.home + (cells.home[cell] ?? 0), away: full.away + (cells.away[cell] ?? 0) },
    })
  })
  if (winningSets.size >= winningSetsMax) winningSets.clear()
  winningSets.set(own, made)
  return made
}

function setOf(length: number, has: (cell: number) => boolean): CellSet {
  const set = new Uint32Array(Math.ceil(length / 32))
  for (let cell = 0; cell < length; cell++) if (has(cell)) set[cell >> 5] = (set[cell >> 5] ?? 0) | (1 << (cell & 31))
  return set
}

/** The cells that are in both sets, which have one length. */
export function common(one: CellSet, other: CellSet): CellSet {
  const out = new Uint32Array(one.length)
  for (let word = 0; word < out.length; word++) out[word] = (one[word] as number) & (other[word] as number)
  return out
}

/** Whether a set has no cell. */
export function isEmpty(set: CellSet): boolean {
  for (let word = 0; word < set.length; word++) if (set[word] !== 0) return false
  return true
}

/** Whether every cell of one set is in the other. */
export function isWithin(one: CellSet, other: CellSet): boolean {
  for (let word = 0; word < one.length; word++)
    if (((one[word] as number) & ~(other[word] as number)) !== 0) return false
  return true
}

/** The sum of the probabilities of a set's cells. */
export function massOf(set: CellSet, p: Float64Array): number {
  let total = 0
  for (let word = 0; word < set.length; word++) {
    for (let rest = set[word] as number; rest !== 0; rest &= rest - 1)
      total += p[word * 32 + 31 - Math.clz32(rest & -rest)] as number
  }
  return total
}
