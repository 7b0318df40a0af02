import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const generic = /^(system-ui|ui-sans-serif|ui-serif|serif|sans-serif|monospace)$/
const familiesIn = (list: string): string[] => list.split(',').map((name) => name.replaceAll(/['\s]+/g, ' ').trim())

test('a generic family is only the last of the stack: of fonts that differ by weight it would choose another for 600', () => {
  const families = familiesIn(/--font:([^;]+);/.exec(read('tokens.css'))?.[1] ?? '')
  expect(families.length).toBeGreaterThan(5)
  expect(families.findIndex((name) => generic.test(name))).toBe(families.length - 1)
  // The page before the app has the same stack.
  const shell = familiesIn(/14px\/1\.4([^;]+);/.exec(read('../../../apps/bettor/index.html'))?.[1] ?? '')
  expect(shell).toEqual(families)
})
