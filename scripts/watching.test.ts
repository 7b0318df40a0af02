import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bounds } from '../apps/api/src/doctor-findings.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('every metric of the alerts and the dashboard is one that the server has', () => {
  const sources = globSync('apps/api/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const named = new Set(
    sources.flatMap((file) => [...read(file).matchAll(/name: '(nare_\w+)'/g)].map(([, name]) => name)),
  )
  for (const file of ['nare.rules.yml', 'nare.dashboard.json']) {
    const used = [...read(`packaging/watching/${file}`).matchAll(/\bnare_[a-z_]+/g)].map(([name]) => name)
    expect(used.length).toBeGreaterThan(5)
    for (const name of used) expect(named).toContain(name.replace(/_(count|bucket|sum)$/, ''))
  }
})

test('the alerts have the bounds of the doctor', () => {
  const rules = read('packaging/watching/nare.rules.yml')
  const inRules = Object.keys(bounds).map((name) => {
    const [, bound] = new RegExp(`\\b${name} [<>] ([\\d.]+)`).exec(rules) ?? []
    return [name, bound === undefined ? undefined : Number(bound)]
  })
  expect(Object.fromEntries(inRules)).toEqual(bounds)
})
