import type { TimelineKind } from '@nare/contract/console-bettors'
import { handKinds, kindsWhere, transferKinds, type KindRow, type TransferKind } from '#modules/ledger/ledger'
import { own } from '#platform/own'

const isByHand = (kind: string): boolean => handKinds.some((one) => one === kind)

/** The kind under which the timeline lists a transfer; undefined for points and for transfers between the house's own accounts. */
export function kindOfMove(kind: string): TimelineKind | undefined {
  const row: KindRow | undefined = own(transferKinds, kind)
  if (!row || row.direction === 'internal' || kind.startsWith('points_')) return undefined
  if (isByHand(kind)) return 'operator'
  if (row.counts === 'staked') return 'stake'
  if (row.payment === 'withdrawal' || kind === 'withdrawal_released') return 'withdrawal'
  if (row.payment === 'deposit' || row.returnable || kind === 'test_money') return 'deposit'
  return 'return'
}

const ofKind = Map.groupBy(
  kindsWhere(() => true),
  kindOfMove,
)

/** The transfers that the timeline lists under these kinds. */
export const kindsOfMoves = (kinds: ReadonlySet<TimelineKind>): TransferKind[] =>
  [...kinds].flatMap((kind) => ofKind.get(kind) ?? [])
