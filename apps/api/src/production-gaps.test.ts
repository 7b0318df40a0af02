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
})

test('a value that cannot be read is named among all other faults, and not also as missing', () => {
  const all = namesOf(checkProduction({ SANDBOX: 'on', DARAJA_KEY: 'k' }).faults)
  const wrong = { PROCESSES: 'abc', FEED: 'x', DARAJA_URL: 'x' }
  const { faults } = checkProduction({ SANDBOX: 'on', DARAJA_KEY: 'k', ...wrong })
  expect(namesOf(faults).toSorted()).toEqual([...new Set([...all, ...Object.keys(wrong)])].toSorted())
  // What another variable needs is there, though not readable.
  const database = { DATABASE_URL: 'x', DATABASE_REPLICA_URL: 'postgres://replica/nare' }
  expect(namesOf(checkProduction({ ...minimum, ...database }).faults)).toEqual(['DATABASE_URL'])
  const parts = { DARAJA_KEY: 'k', DARAJA_SHORTCODE: 'x' }
  const [first, second] = checkProduction({ ...minimum, ...parts }).faults
  expect(first).toMatch(/^DARAJA_SHORTCODE: /)
  expect(second).toMatch(/^DARAJA_SECRET, DARAJA_PASSKEY, .*: missing/)
})

test('what it starts without is named beside the faults, and no variable twice', () => {
  const lacking = namesOf(checkProduction(minimum).gaps)
  const { faults, gaps } = checkProduction({ ...minimum, DB_POOL: 'x' })
  expect(namesOf(faults)).toEqual(['DB_POOL'])
  expect(namesOf(gaps)).toEqual(lacking)
  const fresh = checkProduction({})
  expect(namesOf(fresh.faults)).toEqual(expect.arrayContaining(['PUBLIC_URL', 'ENVELOPE_KEY', 'FEED']))
  expect(namesOf(fresh.gaps)).toEqual(lacking.filter((name) => name !== 'FEED'))
  const some = checkProduction({ TRUST_PROXY: 'loopback', BACKUP_DIR: '/backup', FEED: 'none', SANDBOX: 'on' })
  expect(namesOf(some.gaps)).toEqual(lacking.filter((name) => name !== 'TRUST_PROXY' && name !== 'BACKUP_DIR'))
})

test('what it starts without is named beside half of a provider and a feed without its key', () => {
  const lacking = namesOf(checkProduction(minimum).gaps).filter((name) => name !== 'FEED')
  const half = checkProduction({ ...minimum, DARAJA_KEY: 'k', FEED: 'the-odds-api' })
  expect(namesOf(half.faults)).toEqual(expect.arrayContaining(['THE_ODDS_API_KEY']))
  expect(namesOf(half.gaps)).toEqual(lacking.filter((name) => !name.startsWith('DARAJA_')))
})

test('an environment that starts in production names what it lacks, and nothing that it has', () => {
  expect(checkProduction(minimum).faults).toEqual([])
  const lacking = namesOf(checkProduction(minimum).gaps)
  expect(lacking).toEqual(
    expect.arrayContaining([
      'TRUST_PROXY',
      'KYC_KEY',
      'DARAJA_… or AIRTEL_…',
      'FEED',
      'BACKUP_DIR',
      'METRICS_TOKEN',
      'CONTENT_DIR',
    ]),
  )
  const keys = Object.fromEntries(newKeys(minimum).map((line) => line.split('=') as [string, string]))
  const more = { ...minimum, ...keys, TRUST_PROXY: 'loopback', BACKUP_DIR: '/backup' }
  const fixed = new Set(['TRUST_PROXY', 'KYC_KEY', 'BACKUP_DIR', 'METRICS_TOKEN', 'PUSH_KEY'])
  expect(namesOf(checkProduction(more).gaps)).toEqual(lacking.filter((name) => !fixed.has(name)))
  expect(newKeys(more)).toEqual([])
})
