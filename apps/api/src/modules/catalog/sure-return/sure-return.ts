import { market, type Sport } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { openThread } from '#platform/thread'
import { withTimeout } from '#platform/timeout'
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

/** A board that is not judged by then is given up. */
const longestMs = 30_000
/** Shorter than a transaction of the caller may take. */
const answerMs = 6_000
const verdictsMax = 20

/**
 * Judges boards in a thread of its own, because a board takes a second. The answer is undefined if it takes too long: the thread goes on, and the
 * verdict is there when the same board is asked about again.
 */
export function openJudge() {
  const module = new URL('./judge-thread.ts', import.meta.url)
  const thread = openThread({ module, memoryMb: 512, hangsAfterMs: longestMs })
  const verdicts = new Map<string, Promise<SureReturn>>()

  function verdictOn(board: Board): Promise<SureReturn> {
    const key = JSON.stringify(board, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    const known = verdicts.get(key)
    if (known) return known
    const asked = thread.ask(board) as Promise<SureReturn>
    verdicts.set(key, asked)
    asked.catch(() => verdicts.delete(key))
    for (const oldest of verdicts.keys()) if (verdicts.size > verdictsMax) verdicts.delete(oldest)
    return asked
  }

  return {
    async judge(board: Board): Promise<SureReturn | undefined> {
      const late = () => new Error('the board is not judged yet')
      return withTimeout(verdictOn(board), { ms: answerMs, late }).catch(() => undefined)
    },
    close: (): Promise<void> => thread.close(),
  }
}

export type Judge = ReturnType<typeof openJudge>
