import { Button } from '@nare/ui/button'
import { useState, type ReactNode } from 'react'
import { Keys } from './controls.tsx'
import { useKeys } from './keys.ts'
import { useMay } from '../wire/me.ts'
import { Buttons } from './panel.tsx'

type Props = { readonly action: string; readonly children: ReactNode; readonly may?: boolean }

/**
 * The form of what can be done about a row, for people who may: without `may` those who decide about payments. It opens by its button or by
 * its key, A: a list is walked by keys, and a form takes the focus.
 */
export function AskedForm({ action, children, may }: Props) {
  const decides = useMay()('payments.decide')
  const mayDecide = may ?? decides
  const [isAsked, setAsked] = useState(false)
  useKeys([{ keys: ['a'], label: action.toLowerCase(), press: () => setAsked(true), on: mayDecide && !isAsked }])
  if (!mayDecide) return null
  if (isAsked) return children
  return (
    <Buttons>
      <Button small onClick={() => setAsked(true)}>
        {action} <Keys names={['a']} />
      </Button>
    </Buttons>
  )
}
