import type { Route, Sent } from '@nare/contract/route'
import { ActionForm } from '../../parts/action-form.tsx'

type Props<R extends Route> = {
  readonly route: R
  /** What is paused or resumed: "Crash". */
  readonly name: string
  readonly isStopped: boolean
  /** What a pause means for bettors. */
  readonly effect: string
  readonly input: (given: { reason: string; stopped: boolean }) => Sent<R>
  readonly onClose: () => void
}

/** The form that pauses a product, or ends its pause. */
export function StopForm<R extends Route>({ route, name, isStopped, effect, input, onClose }: Props<R>) {
  // The read that follows the command changes the state: the form still says what it has done.
  return (
    <ActionForm
      route={route}
      title={isStopped ? `Resume ${name}` : `Pause ${name}`}
      sentence={isStopped ? 'Bettors can stake again at once.' : effect}
      action={isStopped ? 'Resume' : 'Pause'}
      danger={!isStopped}
      input={({ reason }) => input({ reason, stopped: !isStopped })}
      onClose={onClose}
    />
  )
}
