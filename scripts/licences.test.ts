import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowed, licencesText, packagesUsed } from './licences.ts'

const root = join(import.meta.dirname, '..')

test('every package of a running Nare has a licence under which it may be used, changed and sold', () => {
  const used = packagesUsed(root)
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ licence }) => !allowed.has(licence)).map(({ name, licence }) => `${name}: ${licence}`)).toEqual(
    [],
  )
})

test('the page of licences has the text of each', () => {
  const text = licencesText(root)
  expect(text).toMatch(/^fastify \d+\.\d+\.\d+ \(MIT\)\n\n.*Permission is hereby granted/ms)
  expect(text).toContain('Apache License')
})
