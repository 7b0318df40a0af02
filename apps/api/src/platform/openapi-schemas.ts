import * as z from 'zod'
import { namedShapes } from '@nare/contract/named-shapes'
import type { Route } from '@nare/contract/route'
import { zMoney, zMoneyIn, zPrice, zPriceIn, zTime } from '@nare/contract/shapes'

export type Json = Record<string, unknown>

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

const names = z.registry<{ id: string }>()
for (const [shape, name] of namedShapes) names.add(shape, { id: name })

/**
 * Collects the schemas of calls as JSON schemas. Named shapes become components, to which the schemas refer. The names of shapes in inputs
 * end with `Input` where an answer has the same shape with other fields.
 */
export function openSchemas() {
  const components: Record<string, Json> = {}

  /** The schema of a call's input or answer. Fields may be added to answers, so their objects are open. */
  function schemaOf(call: Route, side: 'input' | 'answer'): Json {
    const {
      $schema: _,
      $defs = {},
      ...schema
    } = z.toJSONSchema(call[side], {
      io: side === 'input' ? 'input' : 'output',
      unrepresentable: 'any',
      metadata: names,
      override({ zodSchema, jsonSchema }) {
        delete jsonSchema['id']
        Object.assign(jsonSchema, facts.get(zodSchema))
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

  const originals = new Map<string, string>()
  return { schemaOf, components }
}

export type Schemas = ReturnType<typeof openSchemas>
