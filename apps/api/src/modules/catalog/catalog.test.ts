import { expect, test } from 'vitest'
import { testCatalog } from './testing.ts'

const dependencies = ['db', 'moneyDb', 'clock', 'live', 'log']

/** What is neither a function nor a plain group of functions, by its path, and what has the name of a dependency. */
function exposedOf(group: object, path = ''): string[] {
  return Object.entries(group).flatMap(([name, value]: [string, unknown]) => {
    const at = `${path}${name}`
    if (dependencies.includes(name)) return [at]
    if (typeof value === 'function') return []
    const isGroup = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    return isGroup ? exposedOf(value, `${at}.`) : [at]
  })
}

test('the catalogue exposes use cases only: no database, clock, log or other dependency', async () => {
  const { catalog, base } = await testCatalog()
  expect(exposedOf(catalog)).toEqual([])
  await base.close()
})
