import { readFileSync, readdirSync } from 'node:fs'
import * as zod from 'zod/mini'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as own from './shapes.ts'

type Both = { readonly zod: zod.ZodMiniType; readonly own: own.Shape }

const both = (ofZod: zod.ZodMiniType, ofOwn: own.Shape): Both => ({ zod: ofZod, own: ofOwn })
const keys = fc.constantFrom('id', 'name', 'odds', 'meta')

const leaf = fc.constantFrom(
  both(zod.string(), own.string()),
  both(zod.number(), own.number()),
  both(zod.int(), own.int()),
  both(zod.boolean(), own.boolean()),
  both(zod.unknown(), own.unknown()),
  both(zod._default(zod.number(), 7), own._default(own.number(), 7)),
  both(zod.literal(200), own.literal(200)),
  both(zod.enum(['open', 'closed']), own.enum(['open', 'closed'])),
  both(zod.record(zod.string(), zod.boolean()), own.record(own.string(), own.boolean())),
  both(zod.string().check(zod.minLength(1), zod.maxLength(3)), own.string().check(own.minLength(1), own.maxLength(3))),
  both(zod.number().check(zod.gte(1), zod.lte(100)), own.number().check(own.gte(1), own.lte(100))),
  both(zod.string().check(zod.regex(/^[a-z]+$/)), own.string().check(own.regex(/^[a-z]+$/))),
  both(zod.string().check(zod.trim(), zod.toUpperCase()), own.string().check(own.trim(), own.toUpperCase())),
  both(zod.tuple([zod.string(), zod.number()]), own.tuple([own.string(), own.number()])),
  both(zod.pipe(zod.string(), zod.transform(Number)), own.pipe(own.string(), own.transform(Number))),
)

const { shape } = fc.letrec<{ shape: Both; fields: [string, Both][] }>((tie) => ({
  fields: fc.uniqueArray(fc.tuple(keys, tie('shape')), { maxLength: 3, selector: ([key]) => key }),
  shape: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('shape').map((of) => both(zod.array(of.zod), own.array(of.own))),
    tie('shape').map((of) => both(zod.nullable(of.zod), own.nullable(of.own))),
    tie('shape').map((of) => both(zod.optional(of.zod), own.optional(of.own))),
    fc.tuple(tie('shape'), tie('shape')).map(([a, b]) => both(zod.union([a.zod, b.zod]), own.union([a.own, b.own]))),
    tie('fields').map((fields) => both(zod.object(of(fields, 'zod')), own.object(of(fields, 'own')))),
    tie('fields').map((fields) => both(zod.looseObject(of(fields, 'zod')), own.looseObject(of(fields, 'own')))),
    fc
      .tuple(tie('fields'), tie('fields'))
      .map(([some, more]) =>
        both(
          zod.extend(zod.object(of(some, 'zod')), of(more, 'zod')),
          own.extend(own.object(of(some, 'own')), of(more, 'own')),
        ),
      ),
  ),
}))

function of<Kind extends keyof Both>(fields: [string, Both][], kind: Kind): Record<string, Both[Kind]> {
  return Object.fromEntries(fields.map(([key, shapes]) => [key, shapes[kind]]))
}

const scalar = fc.constantFrom('', 'a', 'open', ' x ', 'long text', 0, 1, 2.5, 200, -3, Infinity, true, false, null)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(keys, fc.constant('more')), tie('value'), { maxKeys: 4 }),
  ),
}))

const reads = (read: { success: boolean; data?: unknown }) => (read.success ? ['read', read.data] : ['refused'])

test('a shape accepts and refuses the same input as zod and returns the same values', () => {
  fc.assert(
    fc.property(shape, value, (shapes, given) => {
      expect(reads(shapes.own.safeParse(given))).toEqual(reads(shapes.zod.safeParse(given)))
    }),
    { numRuns: 10_000 },
  )
})

const folders = ['../../../../packages/contract/src/', '../state/'].map((path) => new URL(path, import.meta.url))

test('every zod function that the contract and the calls use has a replacement', () => {
  const named = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bz\s*\.([a-z_]\w*)/g)])
      .map(([, part]) => String(part)),
  )
  const types = new Set(['input', 'output'])
  const missing = new Set(named.filter((part) => !types.has(part) && !(part in own)))
  expect(named.length).toBeGreaterThan(300)
  expect([...missing]).toEqual([])
})
