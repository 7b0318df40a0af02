import { currencySign } from '@nare/ui/format'
import { jackpotModes, voidPolicies } from '@nare/contract/jackpot'
import { operator } from '@nare/contract/operator'
import { Field } from '@nare/ui/field'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm, type FaultOf } from '../../parts/action-form.tsx'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Empty } from '../../parts/controls.tsx'
import { FieldLine, FormPage } from '../../parts/form-page.tsx'
import { moneyText, zoneCity } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { useMay } from '../../wire/me.ts'
import {
  emptyJackpot,
  jackpotInput,
  modeTexts,
  policyTexts,
  promised,
  sharedPercent,
  type TypedJackpot,
} from './jackpot-fields.ts'
import { MatchPicker } from './match-picker.tsx'
import { ReducedField, TiersField } from './tiers-field.tsx'

/** The fields of the input that have a field of their own in the form; rows of prizes too. */
const shown = /^(name|stake|mode|match_ids|void_policy|cancel_at|deadline|tiers|reduced)(\.|$)/

/** The form that drafts a jackpot. What is wrong with a field is said beside it. */
export function JackpotForm() {
  const mayManage = useMay()('jackpots.manage')
  const navigate = useNavigate()
  const [typed, setTyped] = useState(emptyJackpot)
  if (!mayManage) return <Empty>You may not draft jackpots.</Empty>
  return (
    <FormPage title="New jackpot" about="A draft that another person opens">
      <ActionForm
        route={operator.createJackpot}
        title="Draft a jackpot"
        sentence={sentenceOf(typed)}
        action="Draft it"
        missing={typed.matchIds.length === 0 ? 'Choose its matches' : undefined}
        input={(given) => jackpotInput(typed, given)}
        showsFault={(name) => shown.test(name)}
        done={({ jackpot_id }) => (
          <>
            Drafted. Another person opens it. <PageLink page={`/house/jackpots?id=${jackpot_id}`}>See it</PageLink>
          </>
        )}
        onClose={() => void navigate({ to: '/house/jackpots' })}
      >
        {(faultOf) => <Fields typed={typed} onChange={setTyped} faultOf={faultOf} />}
      </ActionForm>
    </FormPage>
  )
}

/** What the pool promises, with its amounts. */
function sentenceOf(typed: TypedJackpot): string {
  const [prizes, percent] = [promised(typed), sharedPercent(typed)]
  const opens = 'It sells tickets once another person has opened it, until its first kick-off.'
  if (prizes !== undefined) return `${opens} The house promises ${moneyText(prizes)} whatever is staked.`
  return percent === undefined
    ? opens
    : `${opens} ${percent} % of the stakes and of what is carried over is for its prizes.`
}

type FieldsProps = {
  readonly typed: TypedJackpot
  readonly onChange: (typed: TypedJackpot) => void
  readonly faultOf: FaultOf
}

function Fields({ typed, onChange, faultOf }: FieldsProps) {
  const set = (change: Partial<TypedJackpot>): void => onChange({ ...typed, ...change })
  return (
    <>
      <FieldLine>
        <Field
          label="Name"
          value={typed.name}
          autoComplete="off"
          maxLength={80}
          error={faultOf('name')}
          hint="Pools of one name carry over to each other"
          data-first
          onChange={({ target }) => set({ name: target.value })}
        />
        <Field
          label={`Price of a line, ${currencySign()}`}
          value={typed.stake}
          autoComplete="off"
          inputMode="decimal"
          error={faultOf('stake')}
          onChange={({ target }) => set({ stake: target.value })}
        />
      </FieldLine>
      <FieldLine>
        <ChoiceField
          label="Kind"
          value={typed.mode}
          options={jackpotModes}
          textOf={(mode) => modeTexts[mode]}
          error={faultOf('mode')}
          onChange={(mode) => set({ mode })}
        />
        {typed.mode === 'must_be_won' && (
          <Field
            label={`Must be won by, in ${zoneCity()}`}
            type="datetime-local"
            value={typed.deadline}
            error={faultOf('deadline')}
            hint="Empty: this pool must be won"
            onChange={({ target }) => set({ deadline: target.value })}
          />
        )}
        <ChoiceField
          label="Void matches"
          value={typed.policy}
          options={voidPolicies}
          textOf={(policy) => policyTexts[policy]}
          error={faultOf('void_policy')}
          onChange={(policy) => set({ policy })}
        />
        {typed.policy === 'cancel' && (
          <Field
            label="From how many void matches"
            value={typed.cancelAt}
            autoComplete="off"
            inputMode="numeric"
            error={faultOf('cancel_at')}
            onChange={({ target }) => set({ cancelAt: target.value })}
          />
        )}
      </FieldLine>
      <MatchPicker chosen={typed.matchIds} error={faultOf('match_ids')} onChange={(matchIds) => set({ matchIds })} />
      <TiersField
        isFixed={typed.mode === 'fixed'}
        tiers={typed.tiers}
        faultOf={faultOf}
        onChange={(tiers) => set({ tiers })}
      />
      {typed.policy === 'counts_won' && (
        <ReducedField rows={typed.reduced} faultOf={faultOf} onChange={(reduced) => set({ reduced })} />
      )}
    </>
  )
}
