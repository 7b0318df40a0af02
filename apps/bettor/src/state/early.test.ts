import { readFileSync } from 'node:fs'
import { catalog } from '@nare/contract/catalog'
import { address } from '@nare/contract/route'
import { expect, test } from 'vitest'

const shell = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')

test('index.html requests the first list and the sports at the same URLs as the app', () => {
  const filter = { sport_id: '79', when: 'highlights', sort: 'top' }
  const page = { page: 1, limit: 50 }
  const asked = (isWide: boolean) => {
    const parts =
      /'([^']+)' \+\s+\(matchMedia\('([^']+)'\)\.matches \? '([^']+)' : ''\) \+\s+'([^']+)'/.exec(shell) ?? []
    return `${parts[1]}${isWide ? parts[3] : ''}${parts[4]}`
  }
  expect(asked(false)).toBe(address(catalog.matches, { ...filter, ...page }).url)
  expect(asked(true)).toBe(address(catalog.matches, { ...filter, markets: '18,29', ...page }).url)
  expect(shell).toContain(`'${address(catalog.sports, {}).url}'`)
  expect(address(catalog.match, { match_id: '10000001' }).url).toBe('/v1/match/10000001')
  expect(shell).toContain(`'/v1/match/'`)
})
