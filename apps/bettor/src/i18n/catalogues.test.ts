import { globSync, readFileSync } from 'node:fs'
import { dirname, matchesGlob, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import config from '../../lingui.config.ts'

const src = resolve(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.test\.|^po\.d/.test(file))
const codeOf = new Map(files.map((file) => [resolve(src, file), readFileSync(resolve(src, file), 'utf8')]))

type Catalogue = 'front' | 'entry' | 'rest'
/** The functions that load a chunk, with the catalogue that each loads beside the front page's. */
const loaders: Readonly<Record<string, Catalogue>> = {
  lazyScreen: 'front',
  loadChunk: 'front',
  lazyWithMessages: 'rest',
  loadWithMessages: 'rest',
  lazyEntry: 'entry',
}
/** The first shows the server's own sentence until its texts are loaded, the second loads them before it shows a notice. */
const waits = new Set(['i18n/failure-text.ts', 'features/payments/watch.tsx'])

/** Whether the texts of a source are in a catalogue, as the extraction decides it. */
function isIn(file: string, name: Catalogue): boolean {
  const wanted = config.catalogs?.find(({ path }) => path.includes(`/${name}/`))
  const full = resolve(src, file)
  const meant = (pattern: string): boolean => {
    const at = pattern.replace('<rootDir>', resolve(src, '..'))
    return full.startsWith(`${at}/`) || matchesGlob(full, at)
  }
  return wanted !== undefined && wanted.include.some(meant) && !wanted.exclude?.some(meant)
}

/** A source with all that it imports and that is not loaded later. */
function withImports(file: string, seen: Set<string> = new Set()): Set<string> {
  const code = codeOf.get(file)
  if (code === undefined || seen.has(file)) return seen
  seen.add(file)
  for (const [, path = ''] of code.matchAll(/^(?:import|export)\s(?!type\b)[^'";]*?\bfrom\s+'(\.[^']+)'/gm))
    withImports(resolve(dirname(file), path), seen)
  return seen
}

const speaks = (file: string): boolean =>
  /\bt`|\bmsg`|<Trans\b|<Plural\b|\bplural\(/.test((codeOf.get(file) ?? '').replaceAll(/\/\*\*.*?\*\//gs, ''))

const parts = [...codeOf].flatMap(([from, code]) =>
  [...code.matchAll(/(\w+)(?:\(| =) ?\(\) =>\s*(?:importAgain\(\(\) =>\s*)?import\('(\.[^']+\.tsx)'\)/g)].map(
    ([, by = '', path = '']) => ({
      part: resolve(dirname(from), path),
      brings: loaders[by] ?? 'front',
    }),
  ),
)

test('the app and each of its parts load the texts that they show', () => {
  const missing = [{ part: resolve(src, 'app.tsx'), brings: 'front' as const }, ...parts].flatMap(({ part, brings }) =>
    [...withImports(part)]
      .filter(speaks)
      .map((file) => relative(src, file))
      .filter((file) => !waits.has(file) && !isIn(file, 'front') && !isIn(file, brings))
      .map((file) => `${relative(src, part)} brings the texts of ${brings}, without those of ${file}`),
  )
  expect(parts.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
