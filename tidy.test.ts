import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { circlesOf } from './scripts/tidy/circles.ts'
import { countryRules } from './scripts/tidy/countries.ts'
import { directionRules } from './scripts/tidy/directions.ts'
import { fileOf, repositoryFiles } from './scripts/tidy/files.ts'
import { missingCommands, missingFiles, missingHeadings } from './scripts/tidy/documents.ts'
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

describe('the documents', () => {
  const paths = files.map(({ path }) => path)
  // Decisions and the changelog are of their day.
  const documents = new Map(
    files.filter(({ path }) => /^(docs\/)?[\w-]+\.md$/.test(path)).map(({ path, text }) => [path, text]),
  )
  const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const commands = {
    scripts: new Set(Object.keys(scripts)),
    nare: new Set(
      [...textOf('packaging/nare').matchAll(/^ {2}([a-z][a-z |-]*)\)/gm)].flatMap(([, a = '']) => a.split(' | ')),
    ),
  }

  test.each([...documents].filter(([path]) => path !== 'CHANGELOG.md'))(
    '%s names only files, headings and commands that exist',
    (path, text) => {
      const missing = [
        ...missingFiles(text, paths),
        ...missingHeadings(path, documents),
        ...missingCommands(text, commands),
      ]
      if (missing.length > 0) expect.fail(`Say where these are now, or leave them out: ${missing.join(', ')}`)
    },
  )

  test('docs/ARCHITECTURE.md has at most 200 lines', () => {
    expect(documents.get('docs/ARCHITECTURE.md')?.split('\n').length).toBeLessThanOrEqual(200)
  })

  test('every program of the server that npm runs is a command of the package, too', () => {
    const programs = Object.values(scripts).flatMap((script) => /apps\/api\/src\/([\w-]+)\.ts$/.exec(script)?.[1] ?? [])
    const nare = textOf('packaging/nare')
    expect(programs.length).toBeGreaterThan(10)
    const isRun = (name: string) =>
      new RegExp(`file=${name}\\b|with_files "\\$release" ${name} `).test(nare) || commands.nare.has(name)
    expect(programs.filter((name) => !isRun(name))).toEqual([])
  })

  test('a name without a file, a heading or a command is noticed', () => {
    const given = 'the `here.ts`, `b/gone.ts`, `operator-*.ts`, `<area>.ts` and [1](decisions/0001-x.md)'
    expect(missingFiles(given, ['a/here.ts', 'a/operator-x.ts'])).toEqual(['b/gone.ts', 'decisions/0001-x.md'])
    const two = new Map([
      ['docs/a.md', '# Two words\n[1](#two-words) [2](#three) [3](../b.md#x-y) [4](../b.md#z)'],
      ['b.md', '## X `y`'],
    ])
    expect(missingHeadings('docs/a.md', two)).toEqual(['#three', '../b.md#z'])
    const known = { scripts: new Set(['drill']), nare: new Set(['check']) }
    const told = '`npm run drill`, npm run gone:x, `nare check`, `nare gone`\nnare --release 1 away'
    expect(missingCommands(told, known)).toEqual(['npm run gone:x', 'nare gone', 'nare --release 1 away'])
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
