import type { CrashBetsState } from '@nare/contract/crash'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { multiplierIn } from './flight.ts'
import { placeOf, type Plot, type Point } from './plot.ts'

/** A cash-out of this round; `gain` is decimal text. */
export type Mark = { key: string; player: string; hundredths: number; gain: string }
/** A mark on the curve; `players` cash-outs are too close to be told apart. */
export type PlacedMark = { at: Point; mark: Mark; players: number; own: boolean; labelled: boolean }

const marksMax = 60

/** Collects the cash-outs of a round: the list of the server holds only the latest bets. */
export function markMemory() {
  let roundId = ''
  let last: CrashBetsState | undefined
  let marks = new Map<string, Mark>()
  return {
    /** The cash-outs of a round so far, lowest first. */
    of(round: string, state: CrashBetsState | undefined): readonly Mark[] {
      if (round !== roundId) marks = new Map()
      if (state !== last || round !== roundId) for (const mark of marksIn(round, state)) marks.set(mark.key, mark)
      ;[roundId, last] = [round, state]
      return [...marks.values()].toSorted((a, b) => a.hundredths - b.hundredths).slice(0, marksMax)
    },
  }
}

function marksIn(roundId: string, state: CrashBetsState | undefined): Mark[] {
  if (state?.round_id !== roundId) return []
  return state.rows.flatMap(({ key, player, stake, cashed_out_at, returned }) => {
    const hundredths = multiplierIn(cashed_out_at)
    return hundredths === undefined ? [] : [{ key, player, hundredths, gain: gainOf(stake, returned ?? '0') }]
  })
}

/** What a bet returned beyond its stake, never negative, as decimal text. */
export function gainOf(stake: string, returned: string): string {
  const gain = (parseMoney(returned) ?? 0n) - (parseMoney(stake) ?? 0n)
  return formatMoney(money(gain > 0n ? gain : 0n))
}

type Placing = {
  plot: Plot
  own: ReadonlySet<string>
  /** Marks closer than `near` pixels are one; labels need `labelWidth` pixels, or have none if it is undefined. */
  near: number
  labelWidth: number | undefined
}

/** The marks on the curve, lowest first. Own ones are never merged into those of others, and win the room for a label. */
export function placedMarks(marks: readonly Mark[], { plot, own, near, labelWidth }: Placing): PlacedMark[] {
  const placed: PlacedMark[] = []
  let startX = -Infinity
  for (const mark of marks) {
    const at = placeOf(plot, mark.hundredths / 100)
    const before = placed.at(-1)
    const isOwn = own.has(mark.key)
    if (before && before.own === isOwn && at[0] - startX < near) {
      placed[placed.length - 1] = { ...before, at, mark, players: before.players + 1 }
      continue
    }
    startX = at[0]
    placed.push({ at, mark, players: 1, own: isOwn, labelled: false })
  }
  if (labelWidth === undefined) return placed
  const labelled = new Set<PlacedMark>()
  const newestFirst = placed.toReversed()
  for (const each of [...newestFirst.filter((one) => one.own), ...newestFirst.filter((one) => !one.own)])
    if ([...labelled].every((other) => Math.abs(other.at[0] - each.at[0]) >= labelWidth)) labelled.add(each)
  return placed.map((each) => ({ ...each, labelled: labelled.has(each) }))
}
