import { operatorFixtures } from '@nare/contract/operator-trading-results'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import type { FormMatch } from './result-form.tsx'

/** The live delay of a match. */
export function DelayForm({ match, onClose }: { match: FormMatch; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const seconds = /^\d{1,2}$/.test(typed.trim()) && Number(typed) <= 30 ? Number(typed) : undefined
  return (
    <ActionForm
      route={operatorFixtures.delayMatch}
      title={`Live delay of ${match.home_team} – ${match.away_team}`}
      sentence={
        seconds === 0
          ? 'Live bets wait as long as the setting says.'
          : `Live bets and cash-outs on this match wait ${seconds ?? '…'} s, or as long as the setting says if that is longer.`
      }
      action={seconds === 0 ? 'End the delay' : `Set ${seconds ?? ''} s`}
      missing={seconds === undefined ? 'Give 0 to 30 seconds' : undefined}
      input={({ reason }) => ({ match_id: match.match_id, seconds: seconds ?? 0, reason })}
      done={(answer) => (answer.seconds === 0 ? 'The setting holds.' : `The delay is ${answer.seconds} s.`)}
      onClose={onClose}
    >
      <Field
        label="Seconds"
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        data-first
      />
    </ActionForm>
  )
}
