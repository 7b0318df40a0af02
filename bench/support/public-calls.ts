import { seededRandom, type Random } from '../../fuzz/random.ts'

type Schema = {
  readonly enum?: readonly unknown[]
  readonly default?: unknown
}
type Field = {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly schema: Schema
  readonly required: boolean
}
type Described = {
  readonly operationId: string
  readonly security?: readonly object[]
  readonly parameters?: readonly (Omit<Field, 'schema'> & { readonly schema?: Schema })[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly properties?: Record<string, Schema>; readonly required?: string[] }
      }
    }
  }
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> }

export type PublicCall = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly fields: readonly Field[]
}
export type PublicRequest = {
  readonly call: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** The calls of an OpenAPI document that need no session, without those of the sandbox. */
export function publicCallsOf({ paths }: Document): PublicCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const { operationId: id, security = [], parameters = [], requestBody } = described
      const isPublic = security.length === 0 || security.some((one) => Object.keys(one).length === 0)
      if (!isPublic || /^(sandbox|health)\./.test(id)) return []
      const { properties = {}, required = [] } = requestBody?.content['application/json'].schema ?? {}
      const inBody = Object.entries(properties).map(([name, schema]) => {
        return { name, in: 'body', schema, required: required.includes(name) } as const
      })
      const fields = [...parameters.map((one) => ({ schema: {}, ...one })), ...inBody]
      return [{ id, method: method.toUpperCase(), path, fields }]
    }),
  )
}

/** How often an optional field is sent. */
const often = 0.5
const valuesMax = 400
const dayMs = 86_400_000
const markets = ['1', '10', '18', '29']

/** Names of fields whose values in answers are input for other calls. */
const learned = /_id$|^id$|^(code|season|category|provider|home_team|away_team)$/

/**
 * Makes requests to public calls with random input, the same for the same seed and answers. Identifiers and words to search for come from
 * earlier answers, which `learn` reads: first those of the same area, because ids of several areas have the same name.
 */
export function openWalker(seed: number) {
  const random = seededRandom(seed)
  const known = new Map<string, Set<string>>()

  function remember(key: string, value: string): void {
    const values = known.get(key) ?? new Set()
    known.set(key, values)
    if (values.size < valuesMax) values.add(value)
  }

  function learn(call: string, answer: unknown): void {
    if (Array.isArray(answer)) return answer.forEach((one) => learn(call, one))
    if (typeof answer !== 'object' || answer === null) return
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'object') learn(call, value)
      else if (learned.test(name)) for (const key of [name, `${areaOf(call)} ${name}`]) remember(key, String(value))
    }
  }

  const valuesOf = (call: string, name: string): readonly string[] => [
    ...(known.get(`${areaOf(call)} ${name}`) ?? known.get(name) ?? []),
  ]

  function valueOf(call: string, { name, schema }: Field): unknown {
    const pickOf = () => random.pick([...valuesOf(call, 'match_id'), '1'])
    if (name === 'q') return wordOf([...valuesOf(call, 'home_team'), ...valuesOf(call, 'away_team'), 'united'], random)
    if (name === 'slip')
      return Array.from({ length: 10 }, () => ({
        ...{ match_id: pickOf(), sub_type_id: '1', odd_value: '2.10' },
        odd_key: random.pick(['home_team', 'draw', 'away_team']),
      }))
    if (name === 'topics')
      return Array.from({ length: 60 }, pickOf)
        .flatMap((id) => [`match.${id}`, `market.${id}.1`])
        .join('*')
    if (name === 'markets') return markets.filter(() => random.chance(0.8)).join(',') || '1'
    if (name === 'sub_type_id' || name === 'market_id') return random.pick(markets)
    if (name === 'limit') return 1 + Math.floor(random.next() * (call.startsWith('print.') ? printedMax : listedMax))
    if (name === 'date')
      return new Date(Date.now() + Math.floor(random.next() * 4 - 1) * dayMs).toISOString().slice(0, 10)
    if (name === 'msisdn') return `2547${String(Math.floor(random.next() * 1e8)).padStart(8, '0')}`
    if (schema.enum) return random.pick(schema.enum)
    if (name === 'page') return random.pick([1, 1, 2, 3])
    const values = valuesOf(call, name === 'id' && call.startsWith('jackpot.') ? 'jackpot_id' : name)
    return values.length > 0 ? random.pick(values) : (schema.default ?? String(Math.floor(random.next() * 1000)))
  }

  return {
    learn,
    next({ id, method, path, fields }: PublicCall): PublicRequest {
      const given = fields
        .filter(({ name, required }) => required || (name !== 'after' && random.chance(often)))
        .map((field) => ({ ...field, value: valueOf(id, field) }))
      const sent = (place: Field['in']) => given.filter((field) => field.in === place)
      const named = sent('path').reduce(
        (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(String(value))),
        path,
      )
      const query = new URLSearchParams(sent('query').map(({ name, value }) => [name, String(value)]))
      return {
        ...{ call: id, method, path: query.size > 0 ? `${named}?${query}` : named },
        ...(method !== 'GET' && { body: Object.fromEntries(sent('body').map(({ name, value }) => [name, value])) }),
      }
    },
  }
}

const printedMax = 500
const listedMax = 100

const areaOf = (call: string): string => call.split('.')[0] ?? call

/** A part of a name, as somebody types it; with two letters swapped at times. */
function wordOf(names: readonly string[], random: Random): string {
  const word = random.pick(random.pick(names).split(' '))
  const typed = word.slice(0, 2 + Math.floor(random.next() * word.length))
  return random.chance(0.2) && typed.length > 3 ? `${typed[0]}${typed[2]}${typed[1]}${typed.slice(3)}` : typed
}
