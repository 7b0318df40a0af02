import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { areas } from '@nare/contract/all'
import { optionFields } from '@nare/contract/game-shapes'
import { zMsisdn } from '@nare/contract/typed-shapes'
import type { Route } from '@nare/contract/route'
import { wholeSchema } from './openapi-facts.ts'
import { openSchemas } from './openapi-schemas.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]

/** Values that a client may come upon. Characters that are not shown are left out: no pattern without Unicode's classes can tell them. */
const probes: readonly unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '1.00',
    '1.001',
    '0.00',
    '-5.00',
    '0.5',
    '17',
    '1000001.00',
    '999999999999999.00',
    '1e5',
    'NaN',
    ' 1',
    '1 ',
  ],
  ...[
    '254712345678',
    '0712 345 678',
    '+254 (0) 712-345.678',
    '123456',
    '123 456',
    '12',
    'abc',
    'a b',
    'x'.repeat(70),
    'x'.repeat(30_000),
  ],
  ...[
    '2026-11-20',
    '2026-02-31',
    '0000-01-01',
    '2026-11-20T10:00:00Z',
    randomUUID(),
    randomUUID().toUpperCase(),
    'http://x',
    'a@b.c',
  ],
  ...[17, 0, -1, 1.5, 15, 20, 1e15, -254712345678, 254712345678, 712345678, true, null, [], ['a'], {}],
]

test('no field of a call has a value that the document allows and the server refuses', () => {
  const { schemaOf, components } = openSchemas()
  const routes = Object.values(areas).flatMap((area): Route[] => Object.values(area))
  for (const { answer } of routes) schemaOf(answer, 'answer')
  const readers = new Map<string, z.ZodType>()
  /** Reads a value as the document says. */
  const readerOf = (text: string): z.ZodType => {
    const refers = (json: unknown): object =>
      JSON.parse(JSON.stringify(json).replaceAll('#/components/schemas/', '#/$defs/')) as object
    const schema = refers(JSON.parse(text))
    const own = text.includes('$ref') ? { ...schema, $defs: refers(components) } : schema
    const reader = readers.get(text) ?? z.fromJSONSchema(own as Schema)
    readers.set(text, reader)
    return reader
  }
  const wrong: string[] = []
  for (const { method, path, input } of routes) {
    const fields = 'shape' in input ? (input.shape as Record<string, Route['input']>) : {}
    for (const [name, field] of Object.entries(fields)) {
      const documented = readerOf(JSON.stringify(schemaOf(field, 'input')))
      for (const probe of probes) {
        // A query string has texts only.
        if (method === 'GET' && typeof probe !== 'string') continue
        if (documented.safeParse(probe).success && !z.safeParse(field, probe).success)
          wrong.push(`${method} ${path} ${name}: ${JSON.stringify(probe).slice(0, 40)}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('the segments of a wheel are those that there are', () => {
  expect(openSchemas().schemaOf(optionFields.segments, 'input')).toMatchObject({ enum: [10, 20, 30, 40, 50] })
})

test('a mobile number is in any usual form, and never negative', () => {
  const reader = z.fromJSONSchema((wholeSchema(zMsisdn, 'input') ?? {}) as Schema)
  for (const good of [
    '254712345678',
    '0712 345 678',
    '+254 (0) 712-345.678',
    '00254112345678',
    712345678,
    254112345678,
  ])
    expect([good, reader.safeParse(good).success]).toEqual([good, true])
  for (const bad of [-254712345678, -712345678, '25471234567', '', 7123456789])
    expect([bad, reader.safeParse(bad).success]).toEqual([bad, false])
})
