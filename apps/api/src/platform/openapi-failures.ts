import { amountCodes, fieldSentences, ruleCodes } from '@nare/contract/field-codes'
import { failures, type FailureCode } from '@nare/contract/failures'
import type { Json } from './openapi-schemas.ts'

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

/** The shapes of failures. A call may add fields to them. */
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

/** The responses of these failures by status, each with its codes. */
export function failureResponses(codes: readonly FailureCode[], errorShape?: 'nested'): Json {
  const ref = { $ref: `#/components/schemas/${errorShape === 'nested' ? 'NestedFailure' : 'Failure'}` }
  const byStatus = [...Map.groupBy(codes, (code) => failures[code].status)].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(byStatus.map(([status, own]) => [String(status), responseOf(status, own, ref)]))
}

function responseOf(status: number, codes: readonly FailureCode[], ref: Json): Json {
  const schema = { allOf: [ref, { type: 'object', properties: { code: { type: 'string', enum: codes } } }] }
  return {
    description: `${descriptions[status] ?? 'It failed'}: ${codes.join(', ')}`,
    content: { 'application/json': { schema } },
  }
}
