import { expect, test } from 'vitest'
import { checkProduction, newKeys } from './production-gaps.ts'

const minimum = {
  PUBLIC_URL: 'https://bets.example',
  CONSOLE_URL: 'https://desk.example',
  ENVELOPE_KEY: 'an-own-key-of-24-letters',
  FEED: 'none',
  AT_USERNAME: 'house',
  AT_API_KEY: 'key',
}
const namesOf = (lines: readonly string[]): string[] => lines.map((line) => line.split(':')[0] ?? '')

test('every fault of an environment for production is named at once, also while it is still the sandbox', () => {
  const { faults } = checkProduction({ SANDBOX: 'on' })
  expect(namesOf(faults)).toEqual(expect.arrayContaining(['PUBLIC_URL', 'ENVELOPE_KEY', 'FEED', 'SANDBOX']))
  expect(namesOf(checkProduction({ PORT: 'x' }).faults)).toEqual(['PORT'])
})

test('what it starts without is named beside the faults, and no variable twice', () => {
  const lacking = namesOf(checkProduction(minimum).gaps)
  const { faults, gaps } = checkProduction({ DB_POOL: 'x' })
  expect(namesOf(faults)).toEqual(['DB_POOL'])
  expect(namesOf(gaps)).toEqual(lacking.filter((name) => name !== 'FEED'))
  const fresh = checkProduction({})
  expect(namesOf(fresh.faults)).toEqual(expect.arrayContaining(['PUBLIC_URL', 'ENVELOPE_KEY', 'FEED']))
  expect(namesOf(fresh.gaps)).toEqual(lacking.filter((name) => name !== 'FEED'))
  const some = checkProduction({ TRUST_PROXY: 'loopback', BACKUP_DIR: '/backup', FEED: 'none', SANDBOX: 'on' })
  expect(namesOf(some.gaps)).toEqual(lacking.filter((name) => name !== 'TRUST_PROXY' && name !== 'BACKUP_DIR'))
})

test('an environment that starts in production names what it lacks, and nothing that it has', () => {
  expect(checkProduction(minimum).faults).toEqual([])
  const lacking = namesOf(checkProduction(minimum).gaps)
  expect(lacking).toEqual(
    expect.arrayContaining(['TRUST_PROXY', 'KYC_KEY', 'DARAJA_… or AIRTEL_…', 'FEED', 'BACKUP_DIR', 'METRICS_TOKEN']),
  )
  const keys = Object.fromEntries(newKeys(minimum).map((line) => line.split('=') as [string, string]))
  const more = { ...minimum, ...keys, TRUST_PROXY: 'loopback', BACKUP_DIR: '/backup' }
  const fixed = new Set(['TRUST_PROXY', 'KYC_KEY', 'BACKUP_DIR', 'METRICS_TOKEN', 'PUSH_KEY'])
  expect(namesOf(checkProduction(more).gaps)).toEqual(lacking.filter((name) => !fixed.has(name)))
  expect(newKeys(more)).toEqual([])
})
