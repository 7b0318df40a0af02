import { amountCodes, fieldSentences, ruleCodes } from '@nare/contract/field-codes'
import { failureFacts } from '@nare/contract/failure-facts'
import { failures, type FailureCode } from '@nare/contract/failures'
import type { Json, Schemas } from './openapi-schemas.ts'

const text = { type: 'string' }
const fieldCodes = [...Object.keys(fieldSentences), ...ruleCodes, ...amountCodes]
const common = {
  status: { type: 'integer', description: 'The HTTP status; left out where no token was sent' },
  code: { type: 'string', enum: Object.keys(failures) },
  message: { type: 'string', description: 'The sentence for people, in English' },
  ref: { type: 'string', description: 'The id of the request in the log' },
  fields: { type: 'object', additionalProperties: text, description: 'A sentence for each field that is wrong' },
  field_codes: { type: 'object', additionalProperties: { type: 'string', enum: fieldCodes } },
  retry_after_s: { type: 'number' },
}
const required = ['code', 'error', 'message', 'ref']

/** The shapes of all failures. Some codes have a shape of their own, which adds fields to these. */
export const failureSchemas = {
  Failure: { type: 'object', properties: { ...common, error: text }, required },
  NestedFailure: {
    type: 'object',
    properties: { ...common, error: { type: 'object', properties: { message: text }, required: ['message'] } },
    required,
  },
}

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  401: 'There is no valid session',
  403: 'This is not allowed',
  404: 'There is no such thing',
  409: 'It changed meanwhile',
  422: 'A rule refuses it',
  429: 'Too many requests; Retry-After says how long to wait',
  500: 'A fault of the server',
  503: 'The server is overloaded, or the outcome is unknown',
}

type Failing = { readonly codes: readonly FailureCode[]; readonly errorShape?: 'nested' | undefined }

/** The responses of these failures by status, each with its codes. */
export function failureResponses(schemas: Schemas, { codes, errorShape }: Failing): Json {
  const byStatus = [...Map.groupBy(codes, (code) => failures[code].status)].toSorted(([a], [b]) => a - b)
  const shapeOf = (own: readonly FailureCode[]): Json =>
    errorShape === 'nested' ? shapeWith('NestedFailure', own) : shapeOfCodes(schemas, own)
  return Object.fromEntries(
    byStatus.map(([status, own]) => [
      String(status),
      {
        description: `${descriptions[status] ?? 'It failed'}: ${own.join(', ')}`,
        content: { 'application/json': { schema: shapeOf(own) } },
      },
    ]),
  )
}

/** A choice of shapes by their code: one for each code that adds fields, and one for all other codes. */
function shapeOfCodes({ schemaOf, components }: Schemas, codes: readonly FailureCode[]): Json {
  const others = codes.filter((code) => !failureFacts[code])
  const own = codes.flatMap((code) => {
    const facts = failureFacts[code]
    if (!facts) return []
    const name = nameOf(code)
    components[name] ??= shapeWith('Failure', [code], schemaOf(facts, 'answer'))
    return [{ $ref: `#/components/schemas/${name}` }]
  })
  const shapes = [...own, ...(others.length > 0 ? [shapeWith('Failure', others)] : [])]
  return shapes.length === 1 && shapes[0] ? shapes[0] : { anyOf: shapes }
}

/** `odds_changed` has the shape `OddsChanged`. */
const nameOf = (code: FailureCode): string =>
  code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())

function shapeWith(base: keyof typeof failureSchemas, codes: readonly FailureCode[], facts: Json = {}): Json {
  const code = { type: 'string', enum: codes }
  const properties = { code, ...(facts['properties'] as Json | undefined) }
  const required = ['code', ...((facts['required'] as string[] | undefined) ?? [])]
  return { allOf: [{ $ref: `#/components/schemas/${base}` }, { type: 'object', properties, required }] }
}
