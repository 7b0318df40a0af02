import type { FailureCode } from '@nare/contract/failures'
import { refusalsOf } from '@nare/contract/refusals'
import { pathFields, type Route, type Routes } from '@nare/contract/route'
import { zWaiting } from '@nare/contract/second-person'
import { failureResponses, failureSchemas } from './openapi-failures.ts'
import { openSchemas, type Json, type Schemas } from './openapi-schemas.ts'

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

type Given = {
  readonly name: string
  readonly sandbox: boolean
  /** The address of the API. */
  readonly server: string
  /** A line about each area (`about`) and each of its calls. */
  readonly summaries: Texts
}

const description = `Calls of bettors and operators. Money is decimal text. A money command carries an id of the client, so that it can be repeated.

Every call with a body also accepts it in an envelope: { "token": "<JWT>" }, signed with HS256 by the signing key of the session, with the fields of
the body and iat, the time in seconds at which it expires, at most 120 s ahead. Calls whose body is an Envelope require it.`

/** The contract as an OpenAPI 3.1 document: every call with its input, answer and failures, its files, and the health checks. */
export function openApi(areas: Readonly<Record<string, Routes>>, { name, sandbox, server, summaries }: Given): Json {
  const paths: Record<string, Json> = {}
  const schemas = openSchemas()
  const shown = Object.entries(areas).flatMap(([area, routes]) =>
    Object.entries(routes).flatMap(([call, route]) =>
      route.sandboxOnly && !sandbox ? [] : [{ area, call, route, summary: summaries[area]?.[call] ?? call }],
    ),
  )
  for (const { route } of shown) schemas.schemaOf(route.answer, 'answer')
  for (const one of shown) {
    const path = (one.route.path.split('?')[0] ?? '').replace(/:([a-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [one.route.method.toLowerCase()]: operation(schemas, one) }
    if (one.route.csv) paths[`${path}.csv`] = { get: file(schemas, one, 'csv') }
    if (one.route.pdf) paths[`${path}.pdf`] = { get: file(schemas, one, 'pdf') }
  }
  const tags = [...new Set(shown.map(({ area }) => area)), health]
  return {
    openapi: '3.1.0',
    info: { title: name, version: '1', description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: server }],
    tags: tags.map((tag) => ({ name: tag, description: summaries[tag]?.['about'] ?? 'Health of the server' })),
    paths: { ...paths, ...healthPaths(schemas) },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { ...failureSchemas, ...schemas.components },
    },
  }
}

type Shown = { readonly area: string; readonly call: string; readonly route: Route; readonly summary: string }

function operation(schemas: Schemas, { area, call, route, summary }: Shown): Json {
  const input = schemas.schemaOf(route.input, 'input')
  const body = bodyOf(schemas, { route, input, signed: `${area}.${call}` })
  return {
    operationId: `${area}.${call}`,
    summary,
    ...(route.permission && { description: needsOf(route) }),
    tags: [area],
    ...parametersOf(route, input),
    security: securityOf(route),
    ...(body && { requestBody: body }),
    responses: {
      ...(route.second && {
        202: {
          description: 'Waits for a second person',
          content: { 'application/json': { schema: schemas.schemaOf(zWaiting, 'answer') } },
        },
      }),
      ...(route.mayRefer && {
        202: {
          description: 'Waits for a trader',
          content: { 'application/json': { schema: schemas.schemaOf(route.answer, 'answer') } },
        },
      }),
      [route.created ? '201' : '200']: {
        description: 'Done',
        content: { 'application/json': { schema: schemas.schemaOf(route.answer, 'answer') } },
      },
      ...failureResponses(schemas, { codes: refusalsOf(route), errorShape: route.errorShape }),
    },
  }
}

/** What an operators' call needs, in sentences. */
function needsOf({ permission, also = [], second, confirm }: Route): string {
  const sentences = [
    `Needs the permission ${permission}`,
    ...also.map((one) => `some inputs need ${one} too`),
    ...(second === 'always' ? ['a second person confirms it'] : []),
    ...(second === 'depends' ? ['above a sum, or by its facts, a second person confirms it'] : []),
    ...(confirm ? ['a person confirms by a code or a passkey before'] : []),
  ]
  return `${sentences.join('; ')}.`
}

const securityOf = ({ auth }: Route): Json[] => {
  if (auth === 'none') return []
  return auth === 'optional' ? [{ bearer: [] }, {}] : [{ bearer: [] }]
}

const fieldsOf = (input: Json): [string, Json][] =>
  Object.entries((input['properties'] as Record<string, Json> | undefined) ?? {})
const requiredOf = (input: Json): readonly string[] => (input['required'] as string[] | undefined) ?? []

function parametersOf({ path, method }: Route, input: Json): Json {
  const inPath = new Set(pathFields(path.split('?')[0] ?? ''))
  const inUrl = new Set(pathFields(path))
  const required = new Set(requiredOf(input))
  const parameters = fieldsOf(input)
    .filter(([field]) => method === 'GET' || inUrl.has(field))
    .map(([field, schema]) => {
      const isInPath = inPath.has(field)
      return { name: field, in: isInPath ? 'path' : 'query', required: isInPath || required.has(field), schema }
    })
  return parameters.length > 0 ? { parameters } : {}
}

type Body = { readonly route: Route; readonly input: Json; readonly signed: string }

/** The body of a call: its fields, or an envelope that signs them. */
function bodyOf({ components }: Schemas, { route, input, signed }: Body): Json | undefined {
  if (route.method === 'GET') return undefined
  const inUrl = new Set(pathFields(route.path))
  const fields = fieldsOf(input).filter(([field]) => !inUrl.has(field))
  const isObject = input['properties'] !== undefined
  if (isObject && fields.length === 0) return undefined
  const required = requiredOf(input).filter((field) => !inUrl.has(field))
  const plain = isObject
    ? { type: 'object', properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) }
    : input
  const json = (schema: Json, isRequired: boolean) => ({
    required: isRequired,
    content: { 'application/json': { schema } },
  })
  if (route.envelope !== 'required') return json(plain, required.length > 0 || !isObject)
  components[signed] = {
    ...plain,
    properties: { ...(plain as { properties: Json }).properties, iat: expiry },
    required: [...required, 'iat'],
  }
  return json(envelopeOf(signed), true)
}

const expiry = {
  type: 'integer',
  description: 'The time in seconds at which the envelope expires, at most 120 s ahead',
}

const envelopeOf = (signed: string): Json => ({
  type: 'object',
  properties: {
    token: {
      type: 'string',
      description: `A JWT, signed with HS256 by the signing key of the session. It signs the fields of ${signed}`,
      contentMediaType: 'application/jwt',
      contentSchema: { $ref: `#/components/schemas/${signed}` },
    },
  },
  required: ['token'],
})

const mediaTypes = { csv: 'text/csv', pdf: 'application/pdf' } as const

/** A list as a file. A CSV file has all rows of its filter, a PDF file has the input of its call. */
function file(schemas: Schemas, { area, call, route, summary }: Shown, format: 'csv' | 'pdf'): Json {
  const schema = format === 'csv' ? { type: 'string' } : { type: 'string', contentMediaType: mediaTypes.pdf }
  return {
    operationId: `${area}.${call}.${format}`,
    summary: `${summary}, as a ${format.toUpperCase()} file`,
    tags: [area],
    ...parametersOf(route, schemas.schemaOf((format === 'csv' && route.csv) || route.input, 'input')),
    security: securityOf(route),
    responses: {
      200: { description: 'The file', content: { [mediaTypes[format]]: { schema } } },
      ...failureResponses(schemas, { codes: refusalsOf(route) }),
    },
  }
}

const health = 'health'

/** The health checks, which are no calls of the contract. */
function healthPaths(schemas: Schemas): Json {
  const check = (summary: string, operationId: string, codes: readonly FailureCode[]): Json => ({
    get: {
      operationId,
      summary,
      tags: [health],
      security: [],
      responses: {
        200: {
          description: 'Done',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
            },
          },
        },
        ...failureResponses(schemas, { codes }),
      },
    },
  })
  return {
    '/healthz': check('Whether the process runs', 'health.live', ['invalid_input', 'internal']),
    '/readyz': check('Whether the server can work', 'health.ready', ['invalid_input', 'internal', 'overloaded']),
  }
}
