import { operatorResults } from '@nare/contract/operator-trading-results'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import { ChoiceField } from '../../../parts/choice-field.tsx'
import { effectText } from '../../../parts/effect-text.ts'
import { EffectPreview } from '../../../parts/effect-view.tsx'
import { usePreview } from '../../../parts/use-preview.ts'
import { endingsOf, kindOf, nothingTyped, resultFields, type Ending, type TypedResult } from './result-fields.ts'

/** The match that a form is about. */
export type FormMatch = {
  readonly match_id: string
  readonly sport_id: string
  readonly home_team: string
  readonly away_team: string
}

const endingNames: Readonly<Record<Ending, string>> = {
  played: 'Played to its end',
  walkover: 'Walkover',
  awarded: 'Awarded',
  retired: 'Retirement',
}

/** What each way to end means for bets. */
const endingTexts: Readonly<Record<Ending, string>> = {
  played:
    'The result counts like a feed’s, and the feed changes nothing any more. A later report that differs is shown to you.',
  walkover: 'The match was not played: all bets on it are void.',
  awarded: 'What the score so far has decided stands, everything else is void. The award itself decides no bet.',
  retired: 'What the sets so far have decided stands, everything else is void.',
}

/** The result of a match by hand, or its correction. What it does is seen before it is done. */
export function ResultForm({ match, onClose }: { match: FormMatch; onClose: () => void }) {
  const kind = kindOf(match.sport_id)
  const [typed, setTyped] = useState<TypedResult>(nothingTyped)
  const fields = resultFields(kind, typed)
  const missing = 'missing' in fields ? fields.missing : undefined
  const { preview, ask, isShown } = usePreview(
    operatorResults.resultByHand,
    'missing' in fields ? undefined : { match_id: match.match_id, ...fields },
  )
  const input = (name: keyof TypedResult, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      value={typed[name]}
      autoComplete="off"
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  return (
    <ActionForm
      route={operatorResults.resultByHand}
      title={`Result of ${match.home_team} – ${match.away_team}`}
      sentence={preview.state === 'shown' ? effectText(preview.effect) : endingTexts[typed.ending]}
      action="Enter the result"
      danger
      missing={missing ?? (isShown ? undefined : 'See what will happen first')}
      input={({ reason, id }) => ({ id, match_id: match.match_id, reason, ...('missing' in fields ? {} : fields) })}
      done={(answer) =>
        answer.state === 'unchanged' ? 'This was the result already.' : 'The result is entered. Bets are settled now.'
      }
      onClose={onClose}
    >
      <ChoiceField
        label="How it ended"
        value={typed.ending}
        options={endingsOf(kind)}
        textOf={(one) => endingNames[one]}
        onChange={(ending) => setTyped({ ...typed, ending })}
        data-first
      />
      {typed.ending !== 'walkover' && (
        <>
          {kind !== 'tennis' && input('score', 'Final score', 'Home first: 2:1')}
          {kind === 'tennis' && input('periods', 'Sets', 'Games of each set: 6:4 7:5')}
          {kind === 'other' &&
            input('periods', 'Periods', 'Quarters, halves or innings, if you know them: 20:18 15:22')}
          {kind === 'soccer' && (
            <>
              {input('half', 'Half-time score', 'Without it, bets on halves are void')}
              {input('goals', 'Goals in order', 'h for home, a for away: h a h')}
              {input('corners', 'Corners', 'Without them, bets on corners are void')}
              {input('cards', 'Cards', 'A yellow card counts one, a red card two')}
            </>
          )}
        </>
      )}
      <EffectPreview preview={preview} missing={missing} onAsk={() => void ask()} />
    </ActionForm>
  )
}
