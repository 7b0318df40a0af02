import { consoleBettorActions as calls } from '@nare/contract/console-bettor-actions'
import { mobileNumber } from '@nare/contract/typed'
import { parsePrice } from '@nare/money/money'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { textOf, typedCents } from '../../parts/cents.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { EffectPreview } from '../../parts/effect-view.tsx'
import { moneyText } from '../../parts/format.ts'
import { TextField } from '../../parts/text-field.tsx'
import { usePreview } from '../../parts/use-preview.ts'
import type { FormProps } from './action-forms.tsx'
import { correctionSentence } from './sentences.ts'

const byFinance = 'Somebody else, of finance, confirms it.'

export function CorrectForm({ bettor: { bettor_id, name, accounts }, onClose }: FormProps) {
  const [direction, setDirection] = useState<'credit' | 'debit'>('credit')
  const [typed, setTyped] = useState('')
  const amount = typedCents(typed)
  const { cash, debt } = accounts
  const fields = amount === undefined ? undefined : { bettor_id, direction, amount: textOf(amount) }
  const { preview, ask, isShown } = usePreview(calls.correctBettor, fields)
  return (
    <ActionForm
      route={calls.correctBettor}
      title={`Correct the balance of ${name}`}
      sentence={
        amount === undefined
          ? `The cash is ${moneyText(cash)}, the debt ${moneyText(debt)}. ${byFinance}`
          : `${correctionSentence({ direction, amount, cash, debt })} ${byFinance}`
      }
      action={amount === undefined ? 'Propose' : `Propose ${moneyText(textOf(amount))}`}
      missing={amount === undefined ? 'Give the amount' : isShown ? undefined : 'See what will happen first'}
      input={({ reason, id }) => ({ bettor_id, id, direction, amount: textOf(amount ?? 0n), reason })}
      done={(answer) => ('balance' in answer ? `Corrected: the cash is ${moneyText(answer.balance)}.` : 'Done.')}
      onClose={onClose}
    >
      <ChoiceField
        label="Direction"
        value={direction}
        options={['credit', 'debit']}
        textOf={(option) => (option === 'credit' ? 'Add to the cash' : 'Take from the cash')}
        onChange={setDirection}
      />
      <TextField label="Amount" value={typed} inputMode="decimal" onChange={setTyped} data-first />
      <EffectPreview
        preview={preview}
        missing={amount === undefined ? 'Give the amount' : undefined}
        onAsk={() => void ask()}
      />
    </ActionForm>
  )
}

const wagerMax = 50
const daysMax = 366
const whole = (text: string, most: number): number | undefined =>
  /^[1-9]\d{0,2}$/.test(text.trim()) && Number(text) <= most ? Number(text) : undefined

export function BonusForm({ bettor: { bettor_id, name }, onClose }: FormProps) {
  const [typed, setTyped] = useState('')
  const [wager, setWager] = useState('5')
  const [odds, setOdds] = useState('2.00')
  const [days, setDays] = useState('30')
  const amount = typedCents(typed)
  const terms = { wager: whole(wager, wagerMax), min_odds: odds.trim(), days: whole(days, daysMax) }
  const { wager: times, days: within } = terms
  const missing =
    amount === undefined
      ? 'Give the amount'
      : times === undefined
        ? `Stake it 1 to ${wagerMax} times`
        : parsePrice(terms.min_odds) === undefined
          ? 'Give the least odds'
          : within === undefined
            ? `1 to ${daysMax} days`
            : undefined
  const fields = {
    ...{ bettor_id, amount: textOf(amount ?? 0n) },
    terms: { wager: times ?? 0, min_odds: terms.min_odds, days: within ?? 0 },
  }
  const { preview, ask, isShown } = usePreview(calls.giveBonus, missing === undefined ? fields : undefined)
  return (
    <ActionForm
      route={calls.giveBonus}
      title={`Bonus for ${name}`}
      sentence={
        missing === undefined
          ? `${moneyText(textOf(amount ?? 0n))} of bonus, to be staked ${times} times at odds of ${terms.min_odds} or more within ${within} days. ${byFinance}`
          : `Bonus money becomes cash once it was staked often enough. ${byFinance}`
      }
      action={amount === undefined ? 'Propose' : `Propose ${moneyText(textOf(amount))}`}
      missing={missing ?? (isShown ? undefined : 'See what will happen first')}
      input={({ reason, id }) => ({ ...fields, id, reason })}
      done={() => 'The bonus is given.'}
      onClose={onClose}
    >
      <TextField label="Amount" value={typed} inputMode="decimal" onChange={setTyped} data-first />
      <TextField label="Times to stake it" value={wager} inputMode="numeric" onChange={setWager} />
      <TextField label="Least odds" value={odds} inputMode="decimal" onChange={setOdds} />
      <TextField label="Days" value={days} inputMode="numeric" onChange={setDays} />
      <EffectPreview preview={preview} missing={missing} onAsk={() => void ask()} />
    </ActionForm>
  )
}

export function NumberForm({ bettor: { bettor_id, name, msisdn }, onClose }: FormProps) {
  const [typed, setTyped] = useState('')
  const isNumber = mobileNumber(typed) !== undefined
  return (
    <ActionForm
      route={calls.changeBettorNumber}
      title={`Change the number of ${name}`}
      sentence={`${typed.trim() === '' ? 'The new number' : typed.trim()} takes the place of ${msisdn}. All sessions end, and codes sent before are no longer valid. Somebody else confirms it.`}
      action="Propose the number"
      missing={isNumber ? undefined : 'Give the whole number'}
      input={({ reason }) => ({ id: bettor_id, msisdn: typed.trim(), reason })}
      done={() => 'The number is changed.'}
      onClose={onClose}
    >
      <TextField label="New number" value={typed} inputMode="tel" onChange={setTyped} data-first />
    </ActionForm>
  )
}
