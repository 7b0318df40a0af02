import { createHmac } from 'node:crypto'
import type { Chance } from './chance.ts'
import { oddBodies, oddByName, oddTexts, oddTypes, oddValues } from './odd.ts'

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

/** The part of /openapi.json that is read. */
export type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>> }

/** One operation of the document. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly fields: ReadonlyMap<string, Schema>
}

export type Caller = { readonly token: string; readonly signingKey?: string }

/** Who may call, and values that mean something on the server, by the name of their field. */
export type World = {
  readonly callers: readonly Caller[]
  readonly envelopeKey: string
  readonly good: ReadonlyMap<string, readonly unknown[]>
  readonly nowS: () => number
}

export type Asked = {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * What the course may not do to itself: move the clock, by which every session would end, have messages wait, which would look like
 * a call that hangs, or log its own callers out.
 */
const tamed: ReadonlyMap<string, Readonly<Record<string, readonly unknown[]>>> = new Map([
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

/** An odd request to an operation: some fields good, some odd, some missing, some unasked for. */
export function oddRequest(operation: Operation, world: World, chance: Chance): Asked {
  const { id, method, path, parameters, fields } = operation
  // Most requests are good but for a field or two, so that they get past the first check.
  const oddShare = chance.happens(0.3) ? 0.4 : 0.12
  const value = (name: string, schema: Schema | undefined) =>
    valueOf({ operation: id, name, schema, oddShare }, world, chance)
  let address = path
  const query: string[] = []
  for (const { name, in: where, schema } of parameters) {
    const text = escaped(textOf(value(name, schema)), chance)
    if (where === 'path') address = address.replace(`{${name}}`, text || '%20')
    else if (!chance.happens(0.2)) query.push(`${escaped(name, chance)}=${text}`)
    if (where === 'query' && chance.happens(0.05)) query.push(`${name}=${text}`)
  }
  if (chance.happens(0.1))
    query.push(`${escaped(chance.pick(oddTexts), chance)}=${escaped(chance.pick(oddTexts), chance)}`)
  const caller = callerOf(id, world, chance)
  const body = method === 'GET' ? undefined : bodyOf(fields, value, chance)
  const sealed = body !== undefined && chance.happens(0.2) ? seal(body, { world, caller, chance }) : body
  return {
    operation: id,
    method,
    url: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers: {
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(sealed !== undefined && { 'content-type': chance.happens(0.9) ? 'application/json' : chance.pick(oddTypes) }),
    },
    ...(sealed !== undefined && { body: sealed }),
  }
}

type Field = {
  readonly operation: string
  readonly name: string
  readonly schema: Schema | undefined
  /** How often the value is odd, from 0 to 1. */
  readonly oddShare: number
}

function valueOf({ operation, name, schema, oddShare }: Field, { good }: World, chance: Chance): unknown {
  const only = tamed.get(operation)?.[name]
  if (only) return chance.pick(only)
  const known = good.get(name)
  if (known && !chance.happens(oddShare)) return chance.pick(known)
  if (schema?.enum && !chance.happens(oddShare)) return chance.pick(schema.enum)
  if (schema?.default !== undefined && chance.happens(0.3)) return schema.default
  const [, near] = oddByName.find(([names]) => names.test(name)) ?? []
  if (near && chance.happens(0.5)) return chance.pick(near)
  return chance.happens(0.7) ? chance.pick(oddTexts) : chance.pick(oddValues)
}

function bodyOf(
  fields: Operation['fields'],
  value: (name: string, schema: Schema | undefined) => unknown,
  chance: Chance,
): string {
  if (chance.happens(0.05)) return chance.pick(oddBodies)
  const pairs = [...fields]
    .filter(() => !chance.happens(0.04))
    .map(([name, schema]) => [name, value(name, schema)] as const)
  if (chance.happens(0.1)) pairs.push([chance.pick(oddTexts), chance.pick(oddValues)])
  // Written by hand, so that a field may be named __proto__ or come twice.
  return `{${pairs.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(',')}}`
}

const forged: readonly Caller[] = [
  { token: 'x' },
  { token: 'A'.repeat(43) },
  { token: 'é'.normalize('NFD').slice(0, 1) },
]

function callerOf(operation: string, { callers }: World, chance: Chance): Caller | undefined {
  if (chance.happens(0.2)) return undefined
  if (chance.happens(0.1) || endsSessions.test(operation)) return chance.pick(forged)
  return chance.pick(callers)
}

type Sealing = { readonly world: World; readonly caller: Caller | undefined; readonly chance: Chance }

/** A body in the specification's signed envelope, now and then out of time, of another kind, or with a wrong key. */
function seal(body: string, { world, caller, chance }: Sealing): string {
  const iat = chance.pick([60, 60, 60, 60, -10, 500, 1e12]) + Math.floor(world.nowS())
  const inner =
    body.startsWith('{') && body.endsWith('}') && body.length > 2 ? `${body.slice(0, -1)},"iat":${iat}}` : body
  const head = chance.pick(['{"alg":"HS256"}', '{"alg":"HS256"}', '{"alg":"HS256"}', '{"alg":"none"}', '{}', 'x'])
  const key = chance.pick([world.envelopeKey, caller?.signingKey ?? world.envelopeKey, 'wrong'])
  const part = (text: string): string => Buffer.from(text).toString('base64url')
  const signed = `${part(head)}.${part(inner)}`
  const signature = createHmac('sha256', key).update(signed).digest('base64url')
  return JSON.stringify({ token: `${signed}.${signature}` })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A text in an address, as a browser writes it or, now and then, as nobody should. */
function escaped(text: string, chance: Chance): string {
  if (chance.happens(0.05)) return chance.pick(['%', '%zz', '%ED%A0%80', '%C0%AF', '%00', '+', '%2e%2e%2f'])
  return encodeURIComponent(text.toWellFormed())
}
