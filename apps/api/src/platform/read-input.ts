import type * as z from 'zod/mini'
import { own } from './own.ts'

type Issue = z.core.$ZodRawIssue
/** The parsed value, or a sentence for each invalid path. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

/**
 * Parses input by its schema. A schema's own sentence has precedence; otherwise the sentence is the product specification's for
 * that kind of error (section 5), with the field's name as its label.
 */
export function readInput<S extends z.ZodMiniType>(schema: S, input: unknown): Read<z.output<S>> {
  const read = schema.safeParse(input, { error: sentenceOf })
  if (read.success) return { ok: true, value: read.data }
  const fields = new Map<string, string>()
  for (const { path, message } of read.error.issues) {
    const field = path.join('.')
    if (!fields.has(field)) fields.set(field, message)
  }
  return { ok: false, fields: Object.fromEntries(fields) }
}

const labels: Readonly<Record<string, string>> = {
  msisdn: 'mobile number',
  id: 'id',
  odd_value: 'odds',
  odd_key: 'outcome',
  sub_type_id: 'market',
}

/** The last name on the path, as words. An item of a list is labelled by its list. */
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

function sentenceOf(issue: Issue): string {
  const label = labelOf(issue.path)
  if (issue.input === undefined || issue.input === null) return `Please enter ${label}`
  const Label = label.charAt(0).toUpperCase() + label.slice(1)
  if (issue.code === 'too_small') return tooSmall(Label, issue)
  if (issue.code === 'too_big') return tooBig(Label, issue)
  if (issue.code === 'invalid_value') return `${Label} must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return `${Label} is not a valid ${own(types, issue.expected) ?? issue.expected}`
  if (issue.code === 'invalid_format') return `${Label} is not a valid ${own(formats, issue.format) ?? 'text'}`
  return `${Label} is not valid`
}

const types: Readonly<Record<string, string>> = { string: 'text', array: 'list', object: 'record', int: 'whole number' }
const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  date: 'day',
  datetime: 'time',
  email: 'e-mail address',
}

type Bound = { readonly origin: string; readonly exact?: boolean | undefined }

function tooSmall(Label: string, { origin, minimum, exact }: Bound & { minimum: number | bigint }): string {
  if (origin === 'string' && exact) return `${Label} must be ${minimum} characters`
  if (origin === 'string' && Number(minimum) === 1) return `Please enter ${Label.toLowerCase()}`
  if (origin === 'string') return `${Label} must be at least ${minimum} characters`
  if (origin === 'array') return `At least ${minimum} ${Label.toLowerCase()}`
  return `${Label} must be minimum ${minimum}`
}

function tooBig(Label: string, { origin, maximum, exact }: Bound & { maximum: number | bigint }): string {
  if (origin === 'string' && exact) return `${Label} must be ${maximum} characters`
  if (origin === 'string') return `${Label} must be up to ${maximum} characters`
  if (origin === 'array') return `At most ${maximum} ${Label.toLowerCase()}`
  return `${Label} must be maximum ${maximum}`
}
