import * as z from 'zod'
import { namedShapes } from '@nare/contract/named-shapes'
import type { Route } from '@nare/contract/route'
import { furtherFacts, wholeSchema, type Json, type Side } from './openapi-facts.ts'

export type { Json } from './openapi-facts.ts'
type Schema = Route['input']

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
        const whole = wholeSchema(zodSchema, side)
        const further = whole ? undefined : furtherFacts(zodSchema, jsonSchema as Json, side)
        if (whole) for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
        if (further?.['type'] !== undefined) delete jsonSchema.$ref
        if (further?.['anyOf'] !== undefined)
          for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
        delete jsonSchema['id']
        Object.assign(jsonSchema, whole ?? further)
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
