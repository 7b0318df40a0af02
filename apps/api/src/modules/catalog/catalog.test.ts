import { expect, test } from 'vitest'
import { testCatalog } from './testing.ts'

test('the catalogue exposes use cases only: no database, clock, log or other dependency', async () => {
  const { catalog, base } = await testCatalog()
  const { manual, ...useCases } = catalog
  const exposed = Object.entries({ ...useCases, ...manual })
  expect(exposed.filter(([, value]) => typeof value !== 'function').map(([name]) => name)).toEqual([])
  await base.close()
})
