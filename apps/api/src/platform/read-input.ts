import type * as z from 'zod/mini'
import { fieldSentences, type FieldCode, type FieldFault } from '@nare/contract/field-codes'
import { own } from './own.ts'

type Issue = z.core.$ZodRawIssue
/** The parsed value, or the error at each invalid path. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: Readonly<Record<string, FieldFault>> }

/**
 * Parses input with a schema. The error message is the one in the schema, otherwise that of the product specification for this kind of error
 * (section 5), with the name of the field as its label.
 */
export function readInput<S extends z.ZodMiniType>(schema: S, input: unknown): Read<z.output<S>> {
  const codes = new Map<string, FieldCode>()
  const error = (issue: Issue): string => {
    const { code, sentence } = faultOf(issue)
    codes.set(sentence, code)
    return sentence
  }
  const read = schema.safeParse(input, { error })
  if (read.success) return { ok: true, value: read.data }
  const faults = new Map<string, FieldFault>()
  for (const { path, message: sentence } of read.error.issues) {
    const field = path.join('.')
    const code = codes.get(sentence) ?? codeOf.get(sentence) ?? 'not_valid'
    if (!faults.has(field)) faults.set(field, { code, sentence })
  }
  return { ok: false, faults: Object.fromEntries(faults) }
}

/** The codes of the messages in schemas, by message. */
const codeOf: ReadonlyMap<string, FieldCode> = new Map(
  Object.entries(fieldSentences).map(([code, sentence]) => [sentence, code as keyof typeof fieldSentences]),
)

const labels: Readonly<Record<string, string>> = {
  msisdn: 'mobile number',
  id: 'id',
  odd_value: 'odds',
  odd_key: 'outcome',
  sub_type_id: 'market',
}

/** The last name on the path, as words. An item of a list has the label of its list. */
function labelOf(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'request'
  return (
    own(labels, name) ??
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase()
  )
}

function faultOf(issue: Issue): FieldFault {
  const label = labelOf(issue.path)
  if (issue.input === undefined || issue.input === null) return { code: 'required', sentence: `Please enter ${label}` }
  const Label = label.charAt(0).toUpperCase() + label.slice(1)
  if (issue.code === 'too_small') return tooSmall(Label, issue)
  if (issue.code === 'too_big') return tooBig(Label, issue)
  if (issue.code === 'invalid_value')
    return { code: 'not_one_of', sentence: `${Label} must be one of ${issue.values.join(', ')}` }
  if (issue.code === 'invalid_type') return notValid(Label, own(types, issue.expected) ?? issue.expected)
  if (issue.code === 'invalid_format') return notValid(Label, own(formats, issue.format) ?? 'text')
  return { code: 'not_valid', sentence: `${Label} is not valid` }
}

const notValid = (Label: string, type: string): FieldFault => ({
  code: 'not_valid',
  sentence: `${Label} is not a valid ${type}`,
})

const types: Readonly<Record<string, string>> = { string: 'text', array: 'list', object: 'record', int: 'whole number' }
const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  date: 'day',
  datetime: 'time',
  email: 'e-mail address',
}

type Bound = { readonly origin: string; readonly exact?: boolean | undefined }

function tooSmall(Label: string, { origin, minimum, exact }: Bound & { minimum: number | bigint }): FieldFault {
  const label = Label.toLowerCase()
  if (origin === 'string' && exact) return { code: 'wrong_length', sentence: `${Label} must be ${minimum} characters` }
  if (origin === 'string' && Number(minimum) === 1) return { code: 'required', sentence: `Please enter ${label}` }
  if (origin === 'string') return { code: 'too_short', sentence: `${Label} must be at least ${minimum} characters` }
  if (origin === 'array') return { code: 'too_few', sentence: `At least ${minimum} ${label}` }
  return { code: 'too_small', sentence: `${Label} must be at least ${minimum}` }
}

function tooBig(Label: string, { origin, maximum, exact }: Bound & { maximum: number | bigint }): FieldFault {
  if (origin === 'string' && exact) return { code: 'wrong_length', sentence: `${Label} must be ${maximum} characters` }
  if (origin === 'string') return { code: 'too_long', sentence: `${Label} must be up to ${maximum} characters` }
  if (origin === 'array') return { code: 'too_many', sentence: `At most ${maximum} ${Label.toLowerCase()}` }
  return { code: 'too_large', sentence: `${Label} must be at most ${maximum}` }
}
