import { BetWatch } from '../features/betting/watch.tsx'
import { PaymentWatch } from '../features/payments/watch.tsx'
import { RealityWatch } from '../features/protection/watch.tsx'
import { useApp } from '../state/hooks.ts'

/** Background tasks of a signed-in bettor: the reality check, unresolved commands, open deposits. */
export function BackgroundTasks() {
  const id = useApp(({ auth }) => auth.user?.id)
  return (
    <>
      <RealityWatch key={id} />
      <BetWatch key={`bets ${id}`} />
      <PaymentWatch key={`payments ${id}`} />
    </>
  )
}
