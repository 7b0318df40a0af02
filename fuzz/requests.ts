import { createHmac } from 'node:crypto'
import type { Random } from './random.ts'
import { fuzzBodies, fuzzByName, fuzzTexts, fuzzTypes, fuzzValues } from './values.ts'

type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
}
type Parameter = { readonly name: string; readonly in: 'path' | 'query'; readonly schema?: Schema }
type Documented = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { properties: Record<string, Schema> } } }
  }
}

/** The part of /openapi.json used here. */
export type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>> }

export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly fields: ReadonlyMap<string, Schema>
}

export type Caller = { readonly token: string; readonly signingKey?: string }

/** Callers, and valid values for the server's data by field name. */
export type World = {
  readonly callers: readonly Caller[]
  readonly envelopeKey: string
  readonly valid: ReadonlyMap<string, readonly unknown[]>
  readonly nowS: () => number
}

export type FuzzRequest = {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Fields limited to harmless values. The run must not move the clock (which ends every session), delay messages (which looks
 * like a hanging call), or log its callers out.
 */
const restricted: ReadonlyMap<string, Readonly<Record<string, readonly unknown[]>>> = new Map([
  ['sandbox.clock', { advance_s: [0, -1, 'x', null, 1e308, {}] }],
  ['sandbox.replayUntil', { until: ['x', '', null, '0000-01-01', '9999-12-31T23:59:59Z'] }],
  ['sandbox.faults', { next: [0, -1, 'x', null, 1e9], delay_ms: [0, -1, 1e9, 'x'] }],
  ['sandbox.kill', { at: ['nowhere', '', null, 1, 'x'.repeat(41)] }],
])
const endsSessions = /logout|closeAccount|exclude|password|reset/i

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      fields: new Map(Object.entries(requestBody?.content['application/json'].schema.properties ?? {})),
    })),
  )
}

/** A fuzzed request to an operation: some fields are valid, some invalid, some missing, some unexpected. */
export function fuzzRequest(operation: Operation, world: World, random: Random): FuzzRequest {
  const { id, method, path, parameters, fields } = operation
  // Most requests have only one or two invalid fields, so that they pass the first check.
  const fuzzShare = random.chance(0.3) ? 0.4 : 0.12
  const value = (name: string, schema: Schema | undefined) =>
    valueOf({ operation: id, name, schema, fuzzShare }, world, random)
  let address = path
  const query: string[] = []
  for (const { name, in: where, schema } of parameters) {
    const text = escaped(textOf(value(name, schema)), random)
    if (where === 'path') address = address.replace(`{${name}}`, text || '%20')
    else if (!random.chance(0.2)) query.push(`${escaped(name, random)}=${text}`)
    if (where === 'query' && random.chance(0.05)) query.push(`${name}=${text}`)
  }
  if (random.chance(0.1))
    query.push(`${escaped(random.pick(fuzzTexts), random)}=${escaped(random.pick(fuzzTexts), random)}`)
  const caller = callerOf(id, world, random)
  const body = method === 'GET' ? undefined : bodyOf(fields, value, random)
  const sealed = body !== undefined && random.chance(0.2) ? seal(body, { world, caller, random }) : body
  return {
    operation: id,
    method,
    url: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers: {
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(sealed !== undefined && { 'content-type': random.chance(0.9) ? 'application/json' : random.pick(fuzzTypes) }),
    },
    ...(sealed !== undefined && { body: sealed }),
  }
}

type Field = {
  readonly operation: string
  readonly name: string
  readonly schema: Schema | undefined
  /** Probability of a fuzzed value. */
  readonly fuzzShare: number
}

function valueOf({ operation, name, schema, fuzzShare }: Field, { valid }: World, random: Random): unknown {
  const only = restricted.get(operation)?.[name]
  if (only) return random.pick(only)
  const values = valid.get(name)
  if (values && !random.chance(fuzzShare)) return random.pick(values)
  if (schema?.enum && !random.chance(fuzzShare)) return random.pick(schema.enum)
  if (schema?.default !== undefined && random.chance(0.3)) return schema.default
  const [, nearlyValid] = fuzzByName.find(([names]) => names.test(name)) ?? []
  if (nearlyValid && random.chance(0.5)) return random.pick(nearlyValid)
  return random.chance(0.7) ? random.pick(fuzzTexts) : random.pick(fuzzValues)
}

function bodyOf(
  fields: Operation['fields'],
  value: (name: string, schema: Schema | undefined) => unknown,
  random: Random,
): string {
  if (random.chance(0.05)) return random.pick(fuzzBodies)
  const pairs = [...fields]
    .filter(() => !random.chance(0.04))
    .map(([name, schema]) => [name, value(name, schema)] as const)
  if (random.chance(0.1)) pairs.push([random.pick(fuzzTexts), random.pick(fuzzValues)])
  // Built as text, so that a field can be named __proto__ or occur twice.
  return `{${pairs.map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`).join(',')}}`
}

const invalidCallers: readonly Caller[] = [
  { token: 'x' },
  { token: 'A'.repeat(43) },
  { token: 'é'.normalize('NFD').slice(0, 1) },
]

function callerOf(operation: string, { callers }: World, random: Random): Caller | undefined {
  if (random.chance(0.2)) return undefined
  if (random.chance(0.1) || endsSessions.test(operation)) return random.pick(invalidCallers)
  return random.pick(callers)
}

type Sealing = { readonly world: World; readonly caller: Caller | undefined; readonly random: Random }

/** A body in the signed envelope, sometimes expired, of another algorithm, or with a wrong key. */
function seal(body: string, { world, caller, random }: Sealing): string {
  const iat = random.pick([60, 60, 60, 60, -10, 500, 1e12]) + Math.floor(world.nowS())
  const inner =
    body.startsWith('{') && body.endsWith('}') && body.length > 2 ? `${body.slice(0, -1)},"iat":${iat}}` : body
  const head = random.pick(['{"alg":"HS256"}', '{"alg":"HS256"}', '{"alg":"HS256"}', '{"alg":"none"}', '{}', 'x'])
  const key = random.pick([world.envelopeKey, caller?.signingKey ?? world.envelopeKey, 'wrong'])
  const part = (text: string): string => Buffer.from(text).toString('base64url')
  const signed = `${part(head)}.${part(inner)}`
  const signature = createHmac('sha256', key).update(signed).digest('base64url')
  return JSON.stringify({ token: `${signed}.${signature}` })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Text escaped for a URL, sometimes incorrectly. */
function escaped(text: string, random: Random): string {
  if (random.chance(0.05)) return random.pick(['%', '%zz', '%ED%A0%80', '%C0%AF', '%00', '+', '%2e%2e%2f'])
  return encodeURIComponent(text.toWellFormed())
}
