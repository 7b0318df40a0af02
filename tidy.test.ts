import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { circlesOf } from './scripts/tidy/circles.ts'
import { countryRules } from './scripts/tidy/countries.ts'
import { directionRules } from './scripts/tidy/directions.ts'
import { fileOf, repositoryFiles } from './scripts/tidy/files.ts'
import { missingFiles } from './scripts/tidy/named-files.ts'
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

describe('no imports go in a circle', () => {
  const circles = (...texts: (readonly [path: string, text: string])[]) =>
    circlesOf(texts.map(([path, text]) => fileOf(path, text)))

  test('nowhere', () => {
    const found = circlesOf(files).map((paths) => `  ${paths.join(' ')}`)
    if (found.length > 0) expect.fail(`Move what they share to a file that all of them import.\n${found.join('\n')}`)
  })

  test('a circle of values and types is noticed, also one that import() closes', () => {
    const a = ['apps/api/src/a.ts', "import type { B } from '#b'"] as const
    const c = ['apps/api/src/c.tsx', "import { a } from './a.ts'"] as const
    const circle = ['apps/api/src/a.ts', 'apps/api/src/b.ts', 'apps/api/src/c.tsx']
    expect(circles(a, c, ['apps/api/src/b.ts', "export { c } from './c.tsx'"])).toEqual([circle])
    expect(circles(a, c, ['apps/api/src/b.ts', "const c = () => import('./c.tsx')"])).toEqual([circle])
    expect(circles(a, c)).toEqual([])
  })
})

describe('docs/ARCHITECTURE.md', () => {
  const text = files.find(({ path }) => path === 'docs/ARCHITECTURE.md')?.text ?? ''
  const paths = files.map(({ path }) => path)

  test('names only files that exist, in at most 200 lines', () => {
    const missing = missingFiles(text, paths)
    if (missing.length > 0) expect.fail(`Say where these are now, or leave them out: ${missing.join(', ')}`)
    expect(text.split('\n').length).toBeLessThanOrEqual(200)
  })

  test('a name without a file is noticed', () => {
    const given = 'the `here.ts`, `b/gone.ts`, `operator-*.ts`, `<area>.ts` and [1](decisions/0001-x.md)'
    expect(missingFiles(given, ['a/here.ts', 'a/operator-x.ts'])).toEqual(['b/gone.ts', 'decisions/0001-x.md'])
  })
})

describe.each([...directionRules, ...sourceRules, ...tableRules, ...countryRules])('$name', (rule) => {
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
