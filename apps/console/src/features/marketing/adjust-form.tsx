import { operator } from '@nare/contract/operator'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { EffectPreview } from '../../parts/effect-view.tsx'
import { countText } from '../../parts/format.ts'
import { usePreview } from '../../parts/use-preview.ts'

type Props = { readonly onClose: () => void }

/** Adds points to a bettor or takes them. Above what one person adjusts in a day another one confirms. */
export function AdjustForm({ onClose }: Props) {
  const [bettor, setBettor] = useState('')
  const [direction, setDirection] = useState<'add' | 'take'>('add')
  const [typed, setTyped] = useState('')
  const points = pointsOf(typed)
  const name = bettor.trim() === '' ? 'the bettor' : `bettor ${bettor.trim()}`
  const missing = bettor.trim() === '' ? 'Give the bettor' : points === undefined ? 'Give the points' : undefined
  const fields = { bettor_id: bettor.trim(), points: (points ?? 0) * (direction === 'add' ? 1 : -1) }
  const { preview, ask, isShown } = usePreview(operator.adjustPoints, missing === undefined ? fields : undefined)
  return (
    <ActionForm
      route={operator.adjustPoints}
      title="Adjust points"
      sentence={
        points === undefined
          ? 'Give the bettor and the points.'
          : direction === 'add'
            ? `${countText(points)} points are added to ${name}. A larger sum in a day needs a second person.`
            : `${countText(points)} points are taken from ${name}, never more than there are. A larger sum in a day needs a second person.`
      }
      action={points === undefined ? 'Adjust' : `${direction === 'add' ? 'Add' : 'Take'} ${countText(points)} points`}
      missing={missing ?? (isShown ? undefined : 'See what will happen first')}
      input={({ reason, id }) => ({ id, reason, ...fields })}
      showsFault={(field) => field === 'bettor_id' || field === 'points'}
      done={() => 'The points are adjusted.'}
      onClose={onClose}
    >
      {(faultOf) => (
        <>
          <Field
            label="Id of the bettor"
            value={bettor}
            autoComplete="off"
            inputMode="numeric"
            error={faultOf('bettor_id')}
            hint="It is in the address of the bettor's page"
            data-first
            onChange={({ target }) => setBettor(target.value)}
          />
          <ChoiceField
            label="Direction"
            value={direction}
            options={['add', 'take']}
            textOf={(option) => (option === 'add' ? 'Add points' : 'Take points')}
            onChange={setDirection}
          />
          <Field
            label="Points"
            value={typed}
            autoComplete="off"
            inputMode="numeric"
            error={faultOf('points')}
            onChange={({ target }) => setTyped(target.value)}
          />
          <EffectPreview preview={preview} missing={missing} onAsk={() => void ask()} />
        </>
      )}
    </ActionForm>
  )
}

/** A whole number above zero as it was typed, "12,500"; undefined if it is none. */
export function pointsOf(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,]/g, '')
  return /^[1-9]\d{0,9}$/.test(plain) ? Number(plain) : undefined
}
