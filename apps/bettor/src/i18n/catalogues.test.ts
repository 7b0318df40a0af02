import { globSync, readFileSync } from 'node:fs'
import { dirname, matchesGlob, relative, resolve } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'
import config from '../../lingui.config.ts'

const src = resolve(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.test\.|^po\.d/.test(file))
const codeOf = new Map(files.map((file) => [resolve(src, file), readFileSync(resolve(src, file), 'utf8')]))

/** Files that load without their texts: the first shows the server's sentence until then, the second loads them before it shows a notice. */
const loadedWithoutTexts = new Set(['i18n/failure-text.ts', 'features/payments/watch.tsx'])

/** Whether the extraction puts the texts of a source file into a catalogue. */
function isIn(file: string, name: string): boolean {
  const wanted = config.catalogs?.find(({ path }) => path.includes(`/${name}/`))
  const full = resolve(src, file)
  const matches = (pattern: string): boolean => {
    const at = pattern.replace('<rootDir>', resolve(src, '..'))
    return full.startsWith(`${at}/`) || matchesGlob(full, at)
  }
  return wanted !== undefined && wanted.include.some(matches) && !wanted.exclude?.some(matches)
}

/** A source file with its static imports, recursively. */
function withImports(file: string, seen: Set<string> = new Set()): Set<string> {
  const code = codeOf.get(file)
  if (code === undefined || seen.has(file)) return seen
  seen.add(file)
  for (const [, path = ''] of code.matchAll(/^(?:import|export)\s(?!type\b)[^'";]*?\bfrom\s+'(\.[^']+)'/gm))
    withImports(resolve(dirname(file), path), seen)
  return seen
}

const hasTexts = (file: string): boolean =>
  /\bt`|\bmsg`|<Trans\b|<Plural\b|\bplural\(/.test((codeOf.get(file) ?? '').replaceAll(/\/\*\*.*?\*\//gs, ''))

/** Matches a dynamic import with the catalogues that its loader names: `…import('part.tsx'), ['payments', 'forms'])`. */
const loaderPattern = /import\('(\.[^']+\.tsx)'\)\)?,?\s*(?:'\w+',?\s*)?(?:\[\s*|loadMessages\()?((?:'\w+'(?:,\s*)?)*)/g

const parts = [...codeOf].flatMap(([from, code]) =>
  [...code.matchAll(loaderPattern)].map(([, path = '', names = '']) => ({
    part: resolve(dirname(from), path),
    texts: [...names.matchAll(/\w+/g)].map(([name]) => name),
  })),
)

test('the app and each of its parts load the texts that they show', () => {
  const missing = [{ part: resolve(src, 'app.tsx'), texts: [] as string[] }, ...parts].flatMap(({ part, texts }) =>
    [...withImports(part)]
      .filter(hasTexts)
      .map((file) => relative(src, file))
      .filter((file) => !loadedWithoutTexts.has(file) && !['front', ...texts].some((name) => isIn(file, name)))
      .map(
        (file) =>
          `${relative(src, part)} loads the texts of ${texts.join(', ') || 'the front page'}, not those of ${file}`,
      ),
  )
  expect(parts.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

test('no part loads a catalogue without using a text of it', () => {
  const needless = parts.flatMap(({ part, texts }) => {
    const files = [...withImports(part)].filter(hasTexts).map((file) => relative(src, file))
    return texts
      .filter((name) => !files.some((file) => isIn(file, name)))
      .map((name) => `${relative(src, part)} loads ${name}`)
  })
  expect(needless).toEqual([])
})

test('the app can load exactly the catalogues of the extraction', () => {
  const extracted = (config.catalogs ?? []).map(({ path }) => path.split('/').at(-2))
  const later = codeOf.get(resolve(src, 'screens/later-catalogues.ts')) ?? ''
  const first = codeOf.get(resolve(src, 'i18n/catalogues.ts')) ?? ''
  const [, added] = /locales\/(\{.+?\})\/\*\.po/.exec(later) ?? []
  // What the first file leaves out is what the second adds.
  expect(first).toContain(`'!../locales/${added}/*'`)
  const files = globSync('locales/*/en.po', { cwd: src }).map((file) => dirname(file).split('/').at(-1))
  expect(new Set(files)).toEqual(new Set(extracted))
})

test('every text of the code is in its catalogue, with a Swahili translation', { timeout: 240_000 }, async () => {
  const resolved = getConfig({ configPath: resolve(src, '../lingui.config.ts') })
  const gaps = await Promise.all(
    (await getCatalogs(resolved)).map(async (catalogue) => {
      const [used, english, swahili] = await Promise.all([
        catalogue.collect(),
        catalogue.read('en'),
        catalogue.read('sw'),
      ])
      const name = catalogue.name ?? catalogue.path
      const extracted = Object.keys(used ?? {})
        .filter((id) => !english?.[id])
        .map((id) => `${name}: extract ${used?.[id]?.message}`)
      const unused = Object.keys(english ?? {})
        .filter((id) => !used?.[id])
        .map((id) => `${name}: not used ${english?.[id]?.message}`)
      const untranslated = Object.entries(swahili ?? {})
        .filter(([, { translation }]) => !translation)
        .map(([, { message }]) => `${name}: Swahili of ${message}`)
      return [...extracted, ...unused, ...untranslated]
    }),
  )
  expect(gaps.flat()).toEqual([])
})
