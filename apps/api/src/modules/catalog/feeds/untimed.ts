import type { Score } from '@nare/bets/result'
import type { MatchMessage } from './port.ts'
import { clockAt } from './soccer-simulation.ts'

type Known = Readonly<Record<'halfTime' | 'fullTime', Score | undefined>> & {
  readonly corners?: Score | undefined
  readonly cards?: Score | undefined
}

/**
 * The messages for a match with known scores and counts but without goal times, `elapsed` minutes after its kick-off. It has no live
 * betting.
 */
export function untimedStep({ halfTime, fullTime, corners, cards }: Known, elapsed: number): MatchMessage[] {
  const { minute, firstOver, over } = clockAt(elapsed)
  if (over && fullTime) {
    const counts = { ...(corners && { corners }), ...(cards && { cards }) }
    return [{ kind: 'result', certainty: 2, fullTime, ...(halfTime && { halfTime }), ...counts }]
  }
  if (over) return [{ kind: 'score', state: 'interrupted' }]
  const half = firstOver && halfTime ? { halfTime, score: halfTime } : {}
  return [
    { kind: 'stop', reason: 'no live bets' },
    { kind: 'score', state: 'live', minute, ...half },
  ]
}
