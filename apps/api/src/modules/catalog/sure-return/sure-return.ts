import { market, type Sport } from '@nare/bets/markets'
import type { Score } from '@nare/bets/result'
import { openThread } from '#platform/thread'
import type { LinePrices } from '../feeds/port.ts'
import { countEnds, pointEnds, soccerEnds, tennisEnds } from './match-ends.ts'
import { betsOf, sureReturn, type Bet, type Ends, type SureReturn } from './programme.ts'

export type { SureReturn } from './programme.ts'

/** What is offered on a match: its lines, and in play the score. */
export type Board = {
  readonly sport: Sport
  readonly lines: readonly LinePrices[]
  readonly at?: { readonly score: Score; readonly halfTime?: Score | undefined }
}

const counts: ReadonlySet<string> = new Set(['corners', 'cards'])
const kept = new Map<string, Ends>()

function keep(name: string, make: () => Ends): Ends {
  const ends = kept.get(name) ?? make()
  kept.delete(name)
  kept.set(name, ends)
  const [oldest] = kept.keys()
  if (kept.size > 12 && oldest !== undefined) kept.delete(oldest)
  return ends
}

function endsOf({ sport, at }: Board, bets: readonly Bet[]): Ends {
  if (sport === 'soccer') return keep(JSON.stringify(at ?? null), () => soccerEnds(at ?? {}))
  if (sport === 'tennis') return keep('tennis', tennisEnds)
  return pointEnds(bets, { ...at, mayTie: sport === 'rugby' })
}

/** The best sure return of one shilling on a board. Corners and cards are independent of the rest, so each is a board of its own. */
export async function sureReturnOf(board: Board, enough?: number): Promise<SureReturn> {
  const groups = Map.groupBy(betsOf(board.lines), ({ marketId }) => {
    const needs = market(marketId)?.needs ?? ''
    return counts.has(needs) ? needs : ''
  })
  let best: SureReturn = { value: 0, stakes: [] }
  for (const [needs, bets] of groups) {
    const ends = needs === '' ? endsOf(board, bets) : keep('counts', countEnds)
    const found = await sureReturn(bets, ends, enough === undefined ? {} : { enough })
    if (found.value > best.value) best = found
  }
  return best
}

const longestMs = 20_000

/**
 * Judges boards in a thread of its own, because a board takes a second. The answer is undefined if that takes too long: then nobody knows
 * whether the board loses.
 */
export function openJudge() {
  const thread = openThread({
    module: new URL('./judge-thread.ts', import.meta.url),
    memoryMb: 512,
    hangsAfterMs: longestMs,
  })
  return {
    async judge(board: Board): Promise<SureReturn | undefined> {
      return (await thread.ask(board).catch(() => undefined)) as SureReturn | undefined
    },
    close: (): Promise<void> => thread.close(),
  }
}

export type Judge = ReturnType<typeof openJudge>
