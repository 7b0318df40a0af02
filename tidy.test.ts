import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { directionRules } from './scripts/tidy/directions.ts'
import { fileOf, repositoryFiles } from './scripts/tidy/files.ts'
import { exceptions, report } from './scripts/tidy/rule.ts'
import { sourceRules } from './scripts/tidy/sources.ts'
import { tableRules } from './scripts/tidy/tables.ts'

const files = repositoryFiles(fileURLToPath(new URL('.', import.meta.url)))

test('the files that the rules are about are found', () => {
  const paths = files.map((file) => file.path)
  expect(paths).toContain('packages/money/src/money.ts')
  expect(paths).toContain('apps/api/src/config.ts')
  expect(paths).toContain('db/migrations/0001-platform.sql')
})

describe.each([...directionRules, ...sourceRules, ...tableRules])('$name', (rule) => {
  test('holds everywhere', () => {
    const faults = report(rule, files)
    if (faults !== '') expect.fail(faults)
  })

  test.each(rule.wrong)('is noticed in %s: %s', (path, text) => {
    expect(rule.find(fileOf(path, text))).not.toEqual([])
  })

  test.each(rule.right)('lets pass %s: %s', (path, text) => {
    expect(rule.find(fileOf(path, text))).toEqual([])
  })
})

test.each(exceptions)('the exception for $path is still needed', ({ isNeeded }) => {
  expect(isNeeded(files)).toBe(true)
})
