import type { Score } from '@nare/bets/result'
import type { FileStatus } from './file-values.ts'
import type { MatchMessage } from './port.ts'
import { clockAt } from './soccer-simulation.ts'

type Known = Readonly<Record<'halfTime' | 'fullTime', Score | undefined>> & {
  readonly corners?: Score | undefined
  readonly cards?: Score | undefined
  readonly status?: FileStatus | undefined
}

/**
 * The messages for a match that did not end by its score, `elapsed` minutes after its kick-off. A cancelled or awarded match is void; an
 * abandoned one is played without bets until it would be over.
 */
export function unplayedStep(status: FileStatus, elapsed: number): MatchMessage[] {
  if (status === 'void') return [{ kind: 'cancel', reason: 'cancelled or awarded' }]
  if (status === 'postponed') return [{ kind: 'score', state: 'postponed' }]
  const { minute, over } = clockAt(elapsed)
  if (over) return [{ kind: 'score', state: 'abandoned' }]
  return [
    { kind: 'stop', reason: 'no live bets' },
    { kind: 'score', state: 'live', minute },
  ]
}

/**
 * The messages for a match with known scores and counts but without goal times, `elapsed` minutes after its kick-off. It has no live
 * betting.
 */
export function untimedStep({ halfTime, fullTime, corners, cards, status }: Known, elapsed: number): MatchMessage[] {
  if (status) return unplayedStep(status, elapsed)
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
