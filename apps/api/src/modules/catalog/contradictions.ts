import type { Score } from '@nare/bets/result'
import type { Tx } from '#platform/db'
import { houseSource } from './claims.ts'
import type { MatchMessage, ResultFacts } from './feeds/port.ts'
import type { Origin } from './ingest-types.ts'
import { applyMessage } from './match-state.ts'
import { resultOf } from './offers.ts'
import type { CurrentResult } from './states.ts'
import { insertFinding } from './store-findings.ts'
import type { MatchRow } from './store-match.ts'

/** Whether a message says how a match ended. */
export const isVerdict = ({ kind }: { readonly kind: string }): boolean =>
  ['result', 'cancel', 'unfinished', 'rollback'].includes(kind)

/** Whether people of the house have decided how a match ended, so that a feed changes nothing any more. */
export const isDecidedByHouse = ({ driven_by, current }: MatchRow, { drivenBy }: Origin): boolean =>
  driven_by === houseSource && current.resulted && drivenBy !== houseSource

/** Reports to people what a feed says of a locked match that they have decided, where it says something else. */
export async function reportContradiction(
  tx: Tx,
  { row, messages, origin, now }: { row: MatchRow; messages: readonly MatchMessage[]; origin: Origin; now: Date },
): Promise<void> {
  const said = messages.findLast(isVerdict)
  if (!said || said.kind === 'price' || said.kind === 'teams' || said.kind === 'event' || said.kind === 'take_back')
    return
  const currentResult = await resultOf(tx, row.id)
  const change = applyMessage({ current: row.current, currentResult, at: now, byHand: true }, said)
  if (!currentResult || !change?.result) return
  const facts = {
    ours: textOf(currentResult.kind, currentResult.result),
    feed: textOf(change.result.kind, change.result),
    source: origin.source,
  }
  await insertFinding(tx, { kind: 'feed_differs', subject: `match ${row.id}`, facts, matchId: row.id, at: now })
}

const kinds = {
  result: '',
  cancelled: 'void',
  void_undecided: 'not finished',
  rolled_back: 'withdrawn',
  open: 'no result',
} as const

/** A result as people read it: "2:1 (1:0)", "void", "not finished, 1:0". */
export function textOf(
  kind: CurrentResult['kind'],
  { fullTime, halfTime, periods, corners, cards }: Partial<ResultFacts>,
): string {
  const score = ({ home, away }: Score): string => `${home}:${away}`
  const half = halfTime ? ` (${score(halfTime)})` : ''
  const counts = [corners && `corners ${score(corners)}`, cards && `cards ${score(cards)}`]
  const parts = [
    kinds[kind],
    kind === 'cancelled' || kind === 'rolled_back' || !fullTime ? '' : `${score(fullTime)}${half}`,
    periods?.map(score).join(' ') ?? '',
    ...counts,
  ]
  return parts.filter(Boolean).join(', ')
}
