import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { accountAddress } from './account-address.ts'

test('an account page leads back to the page with its query, and from another account page to where that one leads', () => {
  expect(accountAddress('/login', '/match/10000001?market=18')).toBe('/login?to=%2Fmatch%2F10000001%3Fmarket%3D18')
  expect(accountAddress('/signup', '/login?to=%2Fmy-bets&msisdn=0712')).toBe('/signup?to=%2Fmy-bets')
  expect(accountAddress('/login', '/reset-password?msisdn=0712')).toBe('/login')
  expect(accountAddress('/login', '/')).toBe('/login')
})

test('no link to a page on which bettors get into their account forgets the way back', () => {
  const src = resolve(import.meta.dirname, '..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const bare = files.filter((file) =>
    /(href=|href: |go\()\{?["'`]\/(login|signup|verify|reset-password)(\?(?!to=)|["'`])/.test(
      readFileSync(resolve(src, file), 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(bare).toEqual([])
})
