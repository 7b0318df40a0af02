import { useLingui } from '@lingui/react/macro'
import { ruleMessage } from './rule-messages.ts'
import { faultOf, type Rule } from './rules.ts'

type Checked = string | readonly unknown[] | undefined

/** Checks a field: the message of the first rule that the value breaks, or undefined. */
function useCheck(): (value: Checked, label: string, rules: readonly Rule[]) => string | undefined {
  const { i18n } = useLingui()
  return (value, label, rules) => {
    const fault = faultOf(value, rules)
    return fault && ruleMessage(i18n, fault, label)
  }
}

/** The checks that several forms share. */
export function useRules() {
  const check = useCheck()
  return {
    check,
    required: (value: string | undefined, label: string) => check(value, label, present),
    atLeast: (value: string | undefined, label: string, min: number) =>
      check(value, label, [...present, { rule: 'length', min }]),
    matches: (value: string | undefined, label: string, about: { pattern: RegExp; like: string }) =>
      check(value, label, [...present, { rule: 'pattern', ...about }]),
    mobile: (value: string | undefined, label: string) =>
      check(value, label, [...present, { rule: 'type', type: 'mobile number' }]),
  }
}

const present: readonly Rule[] = [{ rule: 'required' }, { rule: 'whitespace' }]
