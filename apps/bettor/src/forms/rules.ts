import { mobileNumber } from '@nare/contract/typed'

type Bounds = { len?: number; min?: number; max?: number }

/** A rule for a field. `length` limits the characters of a text, `range` the value of a number, `count` the entries of a list. */
export type Rule =
  | { rule: 'required' }
  | { rule: 'whitespace' }
  | { rule: 'type'; type: 'number' | 'whole number' | 'email' | 'date' | 'mobile number' }
  | ({ rule: 'length' } & Bounds)
  | ({ rule: 'range' } & Bounds)
  | ({ rule: 'count' } & Bounds)
  | { rule: 'pattern'; pattern: RegExp; like: string }

type Type = (Rule & { rule: 'type' })['type']
type Value = string | readonly unknown[] | undefined

type BoundKind = 'length' | 'range' | 'count'
export type FaultKind =
  | 'required'
  | 'whitespace'
  | 'type'
  | 'pattern'
  | `${BoundKind}.${'len' | 'min' | 'max' | 'range'}`
export type Fault = { kind: FaultKind; values: Readonly<Record<string, string | number>> }

/** The first rule that a value breaks, or undefined. An empty value breaks only `required`. */
export function faultOf(value: Value, rules: readonly Rule[]): Fault | undefined {
  for (const rule of rules) {
    const fault = broken(value, rule)
    if (fault) return fault
  }
  return undefined
}

function broken(value: Value, rule: Rule): Fault | undefined {
  const empty = value === undefined || value.length === 0
  if (rule.rule === 'required') return empty ? { kind: 'required', values: {} } : undefined
  if (empty) return undefined
  if (rule.rule === 'count') return typeof value === 'string' ? undefined : bounded('count', value.length, rule)
  if (typeof value !== 'string') return undefined
  switch (rule.rule) {
    case 'whitespace':
      return value.trim() === '' ? { kind: 'whitespace', values: {} } : undefined
    case 'type':
      return isOfType(rule.type, value.trim()) ? undefined : { kind: 'type', values: { type: rule.type } }
    case 'length':
      return bounded('length', [...value].length, rule)
    case 'range':
      return bounded('range', Number(value), rule)
    case 'pattern':
      return rule.pattern.test(value.trim()) ? undefined : { kind: 'pattern', values: { pattern: rule.like } }
  }
}

const types = {
  number: /^-?\d+(\.\d+)?$/,
  'whole number': /^-?\d+$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
} as const satisfies Partial<Record<Type, RegExp>>

const isOfType = (type: Type, value: string): boolean =>
  type === 'mobile number' ? mobileNumber(value) !== undefined : types[type].test(value)

function bounded(kind: BoundKind, size: number, { len, min, max }: Bounds): Fault | undefined {
  if (len !== undefined) return size === len ? undefined : { kind: `${kind}.len`, values: { len } }
  const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY]
  if (size >= low && size <= high) return undefined
  if (min !== undefined && max !== undefined) return { kind: `${kind}.range`, values: { min, max } }
  return min === undefined
    ? { kind: `${kind}.max`, values: { max: high } }
    : { kind: `${kind}.min`, values: { min: low } }
}
