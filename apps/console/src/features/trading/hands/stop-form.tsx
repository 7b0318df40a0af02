import { operatorTradingHands as calls } from '@nare/contract/operator-trading-hands'
import { ActionForm } from '../../../parts/action-form.tsx'
import { scopeName, type StopScope } from './scopes.ts'

type Props = {
  readonly scope: StopScope
  /** Whether exactly this is stopped now. */
  readonly isStopped: boolean
  readonly onClose: () => void
}

const reasons = ['Something that the feed misses', 'The prices are wrong', 'Unusual bets']

/** Stops bets on a part of what is on offer, or ends exactly that stop. */
export function StopForm({ scope, isStopped, onClose }: Props) {
  const name = scopeName(scope)
  const suspend = !isStopped
  const form = {
    title: isStopped ? `Open ${name}` : `Suspend ${name}`,
    sentence: isStopped
      ? `Bets on ${name} are taken again, as far as no other stop and the feed allow.`
      : `No bet on ${name} is taken any more, until a person opens it again. Bets in their delay are refused; prices by hand there end.`,
    action: isStopped ? 'Open again' : 'Suspend',
    danger: !isStopped,
    reasons: isStopped ? undefined : reasons,
    done: ({ suspended }: { suspended: boolean }) => (suspended ? 'Suspended.' : 'Open again.'),
    onClose,
  }
  switch (scope.level) {
    case 'live':
      return <ActionForm route={calls.suspendLive} {...form} input={({ reason }) => ({ suspend, reason })} />
    case 'sport':
      return (
        <ActionForm
          route={calls.suspendSport}
          {...form}
          input={({ reason }) => ({ sport_id: scope.id, suspend, reason })}
        />
      )
    case 'competition':
      return (
        <ActionForm
          route={calls.suspendCompetition}
          {...form}
          input={({ reason }) => ({ competition_id: scope.id, suspend, reason })}
        />
      )
    case 'market':
      return (
        <ActionForm
          route={calls.suspendMarket}
          {...form}
          input={({ reason }) => ({
            ...{ match_id: scope.match.match_id, sub_type_id: scope.marketId, suspend, reason },
            ...(scope.line !== undefined && { line: scope.line }),
            ...(scope.oddKey !== undefined && { odd_key: scope.oddKey }),
          })}
        />
      )
  }
}
