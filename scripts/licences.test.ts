import { expect, test } from 'vitest'
import { allowed, licencesText, packagesUsed } from './licences.mjs'

test('every package of a running Nare has a licence under which it may be used, changed and sold', () => {
  const used = packagesUsed()
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ licence }) => !allowed.has(licence)).map(({ name, licence }) => `${name}: ${licence}`)).toEqual(
    [],
  )
})

test('the page of licences has the text of each', () => {
  const text = licencesText()
  expect(text).toMatch(/^fastify \d+\.\d+\.\d+ \(MIT\)\n\n.*Permission is hereby granted/ms)
  expect(text).toContain('Apache License')
})
