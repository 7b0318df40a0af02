import { useLingui } from '@lingui/react/macro'
import { faultOf, type Fault, type FaultKind, type Rule } from './rules.ts'

type Checked = string | readonly unknown[] | undefined

/** The one way a form checks a field: the sentence of the first rule that the value breaks, or undefined. */
export function useCheck(): (value: Checked, label: string, rules: readonly Rule[]) => string | undefined {
  const { t } = useLingui()
  const say = (label: string, { kind, values }: Fault): string => {
    const { min = '', max = '', len = '', pattern = '' } = values
    const types: Readonly<Record<string, string>> = {
      number: t`number`,
      'whole number': t`whole number`,
      email: t`email`,
      date: t`date`,
      'mobile number': t`mobile number`,
    }
    const type = types[String(values.type)] ?? ''
    const words: Readonly<Record<FaultKind, () => string>> = {
      required: () => t`Please enter ${label}`,
      whitespace: () => t`${label} cannot be blank`,
      type: () => t`${label} is not a valid ${type}`,
      'length.len': () => t`${label} must be ${len} characters`,
      'length.min': () => t`${label} must be at least ${min} characters`,
      'length.max': () => t`${label} must be up to ${max} characters`,
      'length.range': () => t`${label} must be between ${min}-${max} characters`,
      'range.len': () => t`${label} must be equal to ${len}`,
      'range.min': () => t`${label} must be minimum ${min}`,
      'range.max': () => t`${label} must be maximum ${max}`,
      'range.range': () => t`${label} must be between ${min}-${max}`,
      'count.len': () => t`Must be ${len} ${label}`,
      'count.min': () => t`At least ${min} ${label}`,
      'count.max': () => t`At most ${max} ${label}`,
      'count.range': () => t`The amount of ${label} must be between ${min}-${max}`,
      pattern: () => t`${label} does not match the pattern ${pattern}`,
    }
    return words[kind]()
  }
  return (value, label, rules) => {
    const fault = faultOf(value, rules)
    return fault && say(label, fault)
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
