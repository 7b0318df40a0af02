import type { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { operatorResults } from '@nare/contract/operator-trading-results'
import type { Answer } from '@nare/contract/route'
import { ActionForm } from '../../../parts/action-form.tsx'
import { effectText } from '../../../parts/effect-text.ts'
import { EffectPreview } from '../../../parts/effect-view.tsx'
import { usePreview } from '../../../parts/use-preview.ts'
import type { FormMatch } from './result-form.tsx'

type Part = Pick<Answer<typeof operatorTradingLimits.matchHands>['voids'][number], 'sub_type_id' | 'line' | 'odd_key'>
type Props = {
  readonly match: FormMatch
  readonly part: Part
  /** As the page calls the part. */
  readonly name: string
  readonly onClose: () => void
}

/** Ends a void of a part of a match. What it does is seen before it is done, and a second person confirms it. */
export function VoidEndForm({ match, part, name, onClose }: Props) {
  const fields = {
    ...{ match_id: match.match_id, sub_type_id: part.sub_type_id, end: true },
    ...(part.line !== null && { line: part.line }),
    ...(part.odd_key !== null && { odd_key: part.odd_key }),
  }
  const { preview, ask, isShown } = usePreview(operatorResults.voidByHand, fields)
  return (
    <ActionForm
      route={operatorResults.voidByHand}
      title={`End the void of ${name}`}
      sentence={
        preview.state === 'shown'
          ? effectText(preview.effect)
          : 'Its tickets are settled by the result, or are open again without one. A second person confirms this.'
      }
      action="End the void"
      danger
      missing={isShown ? undefined : 'See what will happen first'}
      input={({ reason, id }) => ({ id, reason, ...fields })}
      done={() => 'It is no longer void. Bets are settled now.'}
      onClose={onClose}
    >
      <EffectPreview preview={preview} missing={undefined} onAsk={() => void ask()} />
    </ActionForm>
  )
}
