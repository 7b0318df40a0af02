import * as z from 'zod'
import { namedShapes } from '@nare/contract/named-shapes'
import type { Route } from '@nare/contract/route'
import { countedBounds, zDay, zId, zMoney, zMoneyIn, zPrice, zPriceIn, zTime } from '@nare/contract/shapes'

export type Json = Record<string, unknown>
type Schema = Route['input']
type Side = 'input' | 'answer'

/** Facts that zod cannot express, because the schema parses its text itself. */
const facts = new Map<unknown, Json>([
  [
    zMoney,
    { pattern: String.raw`^-?\d+\.\d{2}$`, description: 'An amount with two decimal places', examples: ['100.00'] },
  ],
  [
    zMoneyIn,
    {
      pattern: String.raw`^\d{1,12}(\.\d{1,2})?$`,
      description: 'An amount with at most two decimal places; a JSON number is refused',
      examples: ['100', '100.50'],
    },
  ],
  [zPrice, { pattern: String.raw`^\d+(\.\d{1,2})?$`, description: 'Decimal odds', examples: ['2.10'] }],
  [zPriceIn, { pattern: String.raw`^\d{1,7}(\.\d{1,2})?$`, description: 'Decimal odds', examples: ['2.10'] }],
  [zTime, { format: 'date-time', description: 'A time in UTC, ISO 8601' }],
])

/** The schemas that are written here whole, because what zod makes of them cannot be read as a type. */
function written(shape: unknown, side: Side): Json | undefined {
  if (shape === zDay) return { type: 'string', format: 'date', examples: ['2026-11-20'] }
  if (shape === zId && side === 'answer') return { type: 'string' }
  const bounds = countedBounds.get(shape)
  return bounds && { type: 'integer', minimum: 1, maximum: bounds.highest, default: bounds.normal }
}

const names = z.registry<{ id: string }>()
for (const [shape, name] of namedShapes) names.add(shape, { id: name })

/**
 * Collects schemas as JSON schemas. Named shapes become components, to which the schemas refer. The name of a shape in inputs ends with
 * `Input` where an answer has the same shape with other fields: all answers must be collected before the first input.
 */
export function openSchemas() {
  const components: Record<string, Json> = {}
  const originals = new Map<string, string>()
  const collected = { input: new Map<Schema, Json>(), answer: new Map<Schema, Json>() }

  /** The schema of an input or an answer. Fields may be added to answers, so their objects are open. */
  function schemaOf(shape: Schema, side: Side): Json {
    const known = collected[side].get(shape)
    if (known) return known
    const schema = made(shape, side)
    collected[side].set(shape, schema)
    return schema
  }

  function made(shape: Schema, side: Side): Json {
    const {
      $schema: _,
      $defs = {},
      ...schema
    } = z.toJSONSchema(shape, {
      io: side === 'input' ? 'input' : 'output',
      unrepresentable: 'any',
      metadata: names,
      override({ zodSchema, jsonSchema }) {
        const whole = written(zodSchema, side)
        if (whole) for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
        delete jsonSchema['id']
        Object.assign(jsonSchema, whole ?? facts.get(zodSchema))
        if (side === 'answer' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    }) as Json & { $defs?: Record<string, Json> }
    const renamed = new Map(Object.keys($defs).map((name) => [name, componentOf(name, $defs[name] ?? {})]))
    const refer = (given: Json): Json =>
      JSON.parse(
        JSON.stringify(given).replace(/"#\/\$defs\/(\w+)"/g, (_all, name: string) => {
          return JSON.stringify(`#/components/schemas/${renamed.get(name) ?? name}`)
        }),
      ) as Json
    for (const [name, id] of renamed) components[id] = refer($defs[name] ?? {})
    return refer(schema)
  }

  function componentOf(name: string, schema: Json): string {
    const existing = originals.get(name)
    const text = JSON.stringify(schema)
    if (existing === undefined || existing === text) {
      originals.set(name, text)
      return name
    }
    return `${name}Input`
  }

  return { schemaOf, components }
}

export type Schemas = ReturnType<typeof openSchemas>
