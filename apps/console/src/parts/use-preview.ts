import type { EffectView } from '@nare/contract/effect'
import type { Failed } from '@nare/client/call'
import type { Answer, Route, Sent } from '@nare/contract/route'
import { useState } from 'react'
import { commandId, timers } from '../wire/browser.ts'
import { call } from '../wire/calls.ts'

/** A preview of a command: `of` is the input it is for, as text. */
export type PreviewState =
  | { readonly state: 'none' }
  | { readonly state: 'counting'; readonly of: string; readonly effect?: EffectView }
  | { readonly state: 'shown'; readonly of: string; readonly effect: EffectView }
  | { readonly state: 'refused'; readonly of: string; readonly reply: Failed }

const againMs = 300

/**
 * Asks what a command would do. While the server counts, it is asked again. What is shown for other fields than the present ones is not shown any
 * more: `isShown` is whether the person has seen what these fields do.
 */
export function usePreview<R extends Route>(route: R, fields: Omit<Sent<R>, 'id' | 'reason' | 'preview'> | undefined) {
  const [preview, setPreview] = useState<PreviewState>({ state: 'none' })
  const of = JSON.stringify(fields)

  const ask = async (): Promise<void> => {
    if (fields === undefined) return
    setPreview({ state: 'counting', of })
    for (;;) {
      // A call whose path has an `id` brings its own.
      const input = { id: commandId(), ...fields, reason: 'Preview', preview: true } as unknown as Sent<R>
      const reply = await call(route, input)
      if (!reply.ok) return setPreview({ state: 'refused', of, reply })
      const answer = reply.body as Answer<R> & { readonly state?: string; readonly effect?: EffectView }
      if (answer.effect === undefined) return setPreview({ state: 'none' })
      const { effect } = answer
      if (answer.state !== 'counting') return setPreview({ state: 'shown', of, effect })
      setPreview({ state: 'counting', of, effect })
      await new Promise<void>((resolve) => void timers.after(againMs, resolve))
    }
  }
  const present: PreviewState = preview.state !== 'none' && preview.of !== of ? { state: 'none' } : preview
  return { preview: present, ask, isShown: present.state === 'shown' }
}
