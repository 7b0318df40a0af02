import type { SheetMarket, SheetOutcome } from '@nare/contract/operator-trading-board'
import { operatorResults } from '@nare/contract/operator-trading-results'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import { ChoiceField } from '../../../parts/choice-field.tsx'
import { effectText } from '../../../parts/effect-text.ts'
import { EffectPreview } from '../../../parts/effect-view.tsx'
import { usePreview } from '../../../parts/use-preview.ts'
import type { FormMatch } from './result-form.tsx'

/** A line of a market with its outcomes, as the match's sheet lists them. */
export type FormLine = Pick<SheetMarket, 'sub_type_id' | 'name' | 'line'> & {
  readonly outcomes: readonly Pick<SheetOutcome, 'odd_key' | 'display'>[]
}

const all = ''
const uniqueBy = <T,>(list: readonly T[], key: (one: T) => string): T[] => [
  ...new Map(list.map((one) => [key(one), one])).values(),
]

type Props = { readonly match: FormMatch; readonly lines: readonly FormLine[]; readonly onClose: () => void }

/** Declares a match void, or of it a market, a line or an outcome. What it does is seen before it is done. */
export function VoidForm({ match, lines, onClose }: Props) {
  const [market, setMarket] = useState(all)
  const [line, setLine] = useState(all)
  const [outcome, setOutcome] = useState(all)
  const markets = uniqueBy(lines, (one) => one.sub_type_id)
  const ofMarket = lines.filter((one) => one.sub_type_id === market)
  const values = ofMarket.map((one) => one.line).filter((value) => value !== '')
  const outcomes = ofMarket.filter((one) => line === all || one.line === line).flatMap((one) => one.outcomes)
  const fields = {
    match_id: match.match_id,
    ...(market !== all && { sub_type_id: market }),
    ...(line !== all && { line }),
    ...(outcome !== all && { odd_key: outcome }),
  }
  const { preview, ask, isShown } = usePreview(operatorResults.voidByHand, fields)
  const nameOf = (id: string): string =>
    id === all ? 'The whole match' : (markets.find((one) => one.sub_type_id === id)?.name ?? id)
  return (
    <ActionForm
      route={operatorResults.voidByHand}
      title={`Void of ${match.home_team} – ${match.away_team}`}
      sentence={
        preview.state === 'shown'
          ? effectText(preview.effect)
          : 'Picks on it count as odds of 1.00, and single bets get their stakes back, whatever the result is.'
      }
      action={market === all ? 'Declare the match void' : 'Declare it void'}
      danger
      missing={isShown ? undefined : 'See what will happen first'}
      input={({ reason, id }) => ({ id, reason, ...fields })}
      done={(answer) => (answer.state === 'unchanged' ? 'It was void already.' : 'It is void. Bets are settled now.')}
      onClose={onClose}
    >
      <ChoiceField
        label="What"
        value={market}
        options={[all, ...markets.map((one) => one.sub_type_id)]}
        textOf={nameOf}
        onChange={(next) => {
          setMarket(next)
          setLine(all)
          setOutcome(all)
        }}
        data-first
      />
      {values.length > 0 && (
        <ChoiceField
          label="Line"
          value={line}
          options={[all, ...new Set(values)]}
          textOf={(value) => (value === all ? 'All lines' : value)}
          onChange={(next) => {
            setLine(next)
            setOutcome(all)
          }}
        />
      )}
      {market !== all && (
        <ChoiceField
          label="Outcome"
          value={outcome}
          options={[all, ...uniqueBy(outcomes, ({ odd_key }) => odd_key).map(({ odd_key }) => odd_key)]}
          textOf={(key) =>
            key === all ? 'All outcomes' : (outcomes.find(({ odd_key }) => odd_key === key)?.display ?? key)
          }
          onChange={setOutcome}
        />
      )}
      <EffectPreview preview={preview} missing={undefined} onAsk={() => void ask()} />
    </ActionForm>
  )
}
