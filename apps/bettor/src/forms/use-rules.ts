import { oneTimeCode } from '@nare/contract/typed'
import { useLingui } from '@lingui/react/macro'
import { ruleMessage } from './rule-messages.ts'
import { faultOf, type Rule } from './rules.ts'

type FieldValue = string | readonly unknown[] | undefined

/** Returns a function that checks a field: it returns the message of the first broken rule, or undefined. */
function useCheck(): (value: FieldValue, label: string, rules: readonly Rule[]) => string | undefined {
  const { i18n } = useLingui()
  return (value, label, rules) => {
    const fault = faultOf(value, rules)
    return fault && ruleMessage(i18n, fault, label)
  }
}

/** Checks of a field that several forms share; each returns a message or undefined. */
export function useRules() {
  const check = useCheck()
  return {
    check,
    required: (value: string | undefined, label: string) => check(value, label, present),
    atLeast: (value: string | undefined, label: string, min: number) =>
      check(value, label, [...present, { rule: 'length', min }]),
    /** A one-time code, with the signs with which it was pasted. */
    code: (value: string | undefined, label: string) =>
      check(oneTimeCode(value ?? '') ?? value, label, [
        ...present,
        { rule: 'pattern', pattern: /^\d{6}$/, like: '123456' },
      ]),
    mobile: (value: string | undefined, label: string) =>
      check(value, label, [...present, { rule: 'type', type: 'mobile number' }]),
  }
}

const present: readonly Rule[] = [{ rule: 'required' }, { rule: 'whitespace' }]
