import type { Score } from '@nare/bets/result'
import type { MatchMessage } from './port.ts'
import { clockAt } from './soccer-simulation.ts'

type Known = { readonly halfTime: Score | undefined; readonly fullTime: Score | undefined }

/** The messages for a match of which only the scores are known, this many minutes after its kick-off: no live betting. */
export function untimedStep({ halfTime, fullTime }: Known, elapsed: number): MatchMessage[] {
  const { minute, firstOver, over } = clockAt(elapsed)
  if (over && fullTime) return [{ kind: 'result', certainty: 2, fullTime, ...(halfTime && { halfTime }) }]
  if (over) return [{ kind: 'score', state: 'interrupted' }]
  const half = firstOver && halfTime ? { halfTime, score: halfTime } : {}
  return [
    { kind: 'stop', reason: 'no live bets' },
    { kind: 'score', state: 'live', minute, ...half },
  ]
}
