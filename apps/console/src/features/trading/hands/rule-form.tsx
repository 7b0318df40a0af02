import { currencySign } from '@nare/ui/format'
import {
  operatorTradingHands,
  operatorTradingLimits,
  ruleLevels,
  type RuleLevel,
} from '@nare/contract/operator-trading-hands'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../../parts/action-form.tsx'
import { ChoiceField } from '../../../parts/choice-field.tsx'
import { whenText } from '../../../parts/format.ts'
import { serverNow } from '../../../wire/browser.ts'
import { idsAt, levelNames, ruleAt, type HandMatch, type Rule } from './scopes.ts'
import { ruleText } from './rule-text.ts'

type Props = {
  readonly match: HandMatch
  /** The market that is looked at, for the narrowest level. */
  readonly market: { readonly id: string; readonly name: string } | undefined
  readonly rules: readonly Rule[]
  readonly kind: Rule['kind']
  readonly onClose: () => void
}

const titles: Readonly<Record<Rule['kind'], string>> = {
  margin: 'Change the margin',
  liability: 'Change the most we lose on an outcome',
  stake: 'Change the most on one bet',
}
const labels: Readonly<Record<Rule['kind'], string>> = {
  margin: 'Percent',
  liability: currencySign(),
  stake: currencySign(),
}

/** A margin or a limit of a level: what it is now, who set it, and what it becomes. An empty value ends the rule of the level. */
export function RuleForm({ match, market, rules, kind, onClose }: Props) {
  const levels = ruleLevels.filter((level) => idsAt(level, match, market?.id) !== undefined)
  const [level, setLevel] = useState<RuleLevel>('match')
  const [value, setValue] = useState('')
  const ids = idsAt(level, match, market?.id) ?? []
  const current = ruleAt(rules, { kind, level, ids })
  const nameOf = (one: RuleLevel): string => {
    if (one === 'market' && market) return `${market.name} of this match`
    return one === 'competition' ? `${levelNames[one]}: ${match.competition}` : levelNames[one]
  }
  const text = value.trim()
  const isValue = kind === 'margin' ? /^\d{1,2}(\.\d{1,2})?$/.test(text) : /^\d{1,10}(\.\d{1,2})?$/.test(text)
  const mayEnd = current !== undefined && current.since !== null
  const missing =
    isValue || (text === '' && mayEnd) ? undefined : `Enter ${kind === 'margin' ? 'a percentage' : 'an amount'}`
  const form = {
    title: titles[kind],
    action: text === '' && mayEnd ? 'End this rule' : 'Change it',
    missing,
    onClose,
    done: ({ state }: { state: string }) =>
      state === 'planned' ? 'Planned.' : 'Done. It holds in every process within seconds.',
    sentence: (
      <>
        {nameOf(level)}: <b>{current ? ruleText(current) : 'no rule of its own'}</b>
        {current && current.by !== null && `, ${current.by}, ${whenText(current.since, serverNow())}`}.{' '}
        {kind === 'margin'
          ? 'It holds for prices that are made from now on. A lower one needs a second person.'
          : 'The strictest limit of all levels holds. A higher one, and the end of one, need a second person.'}
      </>
    ),
    children: (
      <>
        <ChoiceField label="Level" value={level} options={levels} textOf={nameOf} onChange={setLevel} />
        <Field
          label={labels[kind]}
          value={value}
          hint={mayEnd ? 'Empty: no rule of this level any more' : undefined}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          data-first
          onChange={({ target }) => setValue(target.value)}
        />
      </>
    ),
  }
  const sent = text === '' ? null : text
  if (kind === 'margin')
    return (
      <ActionForm
        route={operatorTradingHands.setMargin}
        {...form}
        input={({ reason, id }) => ({ id, level, ids, percent: sent, reason })}
      />
    )
  return (
    <ActionForm
      route={operatorTradingLimits.setLimit}
      {...form}
      input={({ reason, id }) => ({ id, level, ids, [kind]: sent, reason })}
    />
  )
}
