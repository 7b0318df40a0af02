import { BetWatch } from '../features/betting/watch.tsx'
import { PaymentWatch } from '../features/payments/watch.tsx'
import { RealityWatch } from '../features/protection/watch.tsx'
import { useApp } from '../state/hooks.ts'

/** What goes on beside every page for who is logged in: the reality check, commands without an answer, the deposit whose page was left. */
export function Watches() {
  const id = useApp(({ auth }) => auth.user?.id)
  return (
    <>
      <RealityWatch key={id} />
      <BetWatch key={`bets ${id}`} />
      <PaymentWatch key={`payments ${id}`} />
    </>
  )
}
