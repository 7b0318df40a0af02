import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '@nare/contract/all'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/duties.md'), 'utf8')
const named = [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** The files of a folder of the console as one text. */
const sourceOf = (folder: string): string =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
    .join('\n')

test('every call that it names is declared', () => {
  const declared = new Set(
    Object.values(areas).flatMap((area) => Object.values(area).map(({ method, path }) => `${method} ${path}`)),
  )
  const calls = named.filter((name) => /^(GET|POST) \//.test(name))
  expect(calls.length).toBeGreaterThan(10)
  expect(calls.filter((call) => !declared.has(call))).toEqual([])
})

test('every address of the console that it names is a page', () => {
  const routes = readFileSync(join(root, 'apps/console/src/routes.tsx'), 'utf8') + sourceOf('apps/console/src/routes')
  const isPage = (address: string): boolean => {
    const [, room = '', ...rest] = address.split('/')
    if (address === '/') return true
    const last = rest.at(-1)
    return routes.includes(`'${address}'`) || (routes.includes(`'/${room}'`) && routes.includes(`'/${last}'`))
  }
  const pages = named.filter((name) => name.startsWith('/') && name !== '/console')
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter((page) => !isPage(page))).toEqual([])
})

test('every setting that it names is declared', () => {
  const folder = join(root, 'apps/api/src')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const settings = named.filter((name) => /^[a-z]+\.[a-z_]+$/.test(name))
  expect(settings.length).toBeGreaterThan(5)
  expect(settings.filter((key) => !source.includes(`key: '${key}'`))).toEqual([])
})

test('every row of a duty names a page, a call, a command or a setting, or says that it is none of software', () => {
  const rows = text.split('\n').filter((line) => /^\| (?!-|duty|row)/.test(line))
  const shownBy = rows.map((row) => row.split('|').at(-2) ?? '')
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter((_, n) => !/`(\/|GET |POST |npm run |[a-z]+\.[a-z_]+`)/.test(shownBy[n] ?? ''))).toEqual([])
  const numbers = rows.flatMap((row) => /^\| (\d+) \|/.exec(row)?.[1] ?? [])
  expect(numbers.map(Number)).toEqual([16, 24, 25, 26, 27, 28, 29, 41, 42, 43, 49, 52, 53, 54])
})
