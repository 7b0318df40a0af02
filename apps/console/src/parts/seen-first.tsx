import type { EffectView } from '@nare/contract/effect'
import type { Route, Sent } from '@nare/contract/route'
import type { ComponentProps } from 'react'
import { ActionForm } from './action-form.tsx'
import { EffectPreview } from './effect-view.tsx'
import { usePreview } from './use-preview.ts'

type Props<R extends Route> = Omit<ComponentProps<typeof ActionForm<R>>, 'children' | 'missing'> & {
  /** The input without its reason, of which the effect is seen. */
  readonly fields: Omit<Sent<R>, 'id' | 'reason' | 'preview'>
  /** The sentence once the effect is seen; without it the sentence stays. */
  readonly seen?: (effect: EffectView) => string
}

/** The form of an action without fields of its own, whose effect is seen before it is done. */
export function SeenFirst<R extends Route>({ fields, seen, sentence, ...form }: Props<R>) {
  const { preview, ask, isShown } = usePreview(form.route, fields)
  return (
    <ActionForm
      {...form}
      sentence={preview.state === 'shown' && seen ? seen(preview.effect) : sentence}
      missing={isShown ? undefined : 'See what will happen first'}
    >
      <EffectPreview preview={preview} missing={undefined} onAsk={() => void ask()} />
    </ActionForm>
  )
}
