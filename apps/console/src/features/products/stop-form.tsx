import type { Route, Sent } from '@nare/contract/route'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'

type Props<R extends Route> = {
  readonly route: R
  /** What is paused or resumed: "Crash". */
  readonly name: string
  readonly isStopped: boolean
  /** What a pause means for bettors, in a sentence. */
  readonly effect: string
  readonly input: (given: { reason: string; stopped: boolean }) => Sent<R>
  readonly onClose: () => void
}

/** The form that pauses what bettors stake on, or ends its pause. What it does stays as it was asked for, whatever is read meanwhile. */
export function StopForm<R extends Route>({ route, name, isStopped: isStoppedNow, effect, input, onClose }: Props<R>) {
  const [isStopped] = useState(isStoppedNow)
  const [verb, title] = isStopped ? (['Resume', `Resume ${name}`] as const) : (['Pause', `Pause ${name}`] as const)
  return (
    <ActionForm
      route={route}
      title={title}
      sentence={isStopped ? 'Bettors can stake again at once.' : effect}
      action={verb}
      danger={!isStopped}
      input={({ reason }) => input({ reason, stopped: !isStopped })}
      done={() => (isStopped ? `${name} takes stakes again.` : `${name} takes no stakes.`)}
      onClose={onClose}
    />
  )
}
