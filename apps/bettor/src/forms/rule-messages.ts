import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Fault, FaultKind } from './rules.ts'

/** The messages of broken rules, from the specification's section 5 and in its style. */
export const ruleMessages: Readonly<Record<FaultKind, MessageDescriptor>> = {
  required: msg({ message: 'Please enter {label}' }),
  whitespace: msg({ message: '{label} cannot be blank' }),
  type: msg({ message: '{label} is not a valid {type}' }),
  'length.len': msg({ message: '{label} must be {len} characters' }),
  'length.min': msg({ message: '{label} must be at least {min} characters' }),
  'length.max': msg({ message: '{label} must be up to {max} characters' }),
  'length.range': msg({ message: '{label} must be between {min}-{max} characters' }),
  'range.len': msg({ message: '{label} must be equal to {len}' }),
  'range.min': msg({ message: '{label} must be minimum {min}' }),
  'range.max': msg({ message: '{label} must be maximum {max}' }),
  'range.range': msg({ message: '{label} must be between {min}-{max}' }),
  'count.len': msg({ message: 'Must be {len} {label}' }),
  'count.min': msg({ message: 'At least {min} {label}' }),
  'count.max': msg({ message: 'At most {max} {label}' }),
  'count.range': msg({ message: 'The amount of {label} must be between {min}-{max}' }),
  pattern: msg({ message: '{label} does not match the pattern {pattern}' }),
}

const typeNames = {
  number: msg({ message: 'number' }),
  'whole number': msg({ message: 'whole number' }),
  email: msg({ message: 'email' }),
  date: msg({ message: 'date' }),
  'mobile number': msg({ message: 'mobile number' }),
} as const satisfies Record<string, MessageDescriptor>

/** The message of a broken rule of the field `label`, in the current language. */
export function ruleMessage(i18n: I18n, { kind, values }: Fault, label: string): string {
  const type = values['type'] as keyof typeof typeNames | undefined
  const { id, message } = ruleMessages[kind]
  const all = { ...values, label, ...(type && { type: i18n._(typeNames[type]) }) }
  return i18n._(id, all, message === undefined ? {} : { message })
}
