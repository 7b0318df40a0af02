import './later-catalogues.ts'
import { BetWatch } from '../features/betting/watch.tsx'
import { PaymentWatch } from '../features/payments/watch.tsx'
import { RealityWatch } from '../features/protection/watch.tsx'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { goalAlert } from '../preferences/live-choices.ts'
import { useApp } from '../state/hooks.ts'
import { useSignal } from '../state/signal.ts'

const GoalWatch = lazyPart(
  () =>
    loadWithMessages(() => import('../features/catalog/live/goal-watch.tsx'), ['live']).then((part) => part.GoalWatch),
  { failed: null },
)

const TermsWatch = lazyPart(
  () =>
    loadWithMessages(() => import('../features/account/terms-watch.tsx'), ['account', 'forms']).then(
      (part) => part.TermsWatch,
    ),
  { failed: null },
)

/** Background tasks: for a signed-in bettor the reality check, new terms, unresolved bets and open deposits; goal alerts if they are on. */
export function BackgroundTasks() {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const alert = useSignal(goalAlert)
  return (
    <>
      {signedIn && <OwnTasks />}
      {alert !== 'off' && <GoalWatch />}
    </>
  )
}

function OwnTasks() {
  const id = useApp(({ auth }) => auth.user?.id)
  return (
    <>
      <RealityWatch key={id} />
      <TermsWatch key={`terms ${id}`} />
      <BetWatch key={`bets ${id}`} />
      <PaymentWatch key={`payments ${id}`} />
    </>
  )
}
