import { readFileSync } from 'node:fs'
import { catalog } from '@nare/contract/catalog'
import { address } from '@nare/contract/route'
import { expect, test } from 'vitest'

const shell = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')

test('the shell requests the first list and the sports under the addresses that the app will use', () => {
  const filter = { sport_id: '79', when: 'highlights', sort: 'top' }
  const page = { page: 1, limit: 50 }
  const asked = (isWide: boolean) => {
    const found =
      /'([^']+)' \+\s+\(matchMedia\('([^']+)'\)\.matches \? '([^']+)' : ''\) \+\s+'([^']+)'/.exec(shell) ?? []
    return `${found[1]}${isWide ? found[3] : ''}${found[4]}`
  }
  expect(asked(false)).toBe(address(catalog.matches, { ...filter, ...page }).url)
  expect(asked(true)).toBe(address(catalog.matches, { ...filter, markets: '18,29', ...page }).url)
  expect(shell).toContain(`'${address(catalog.sports, {}).url}'`)
  expect(address(catalog.match, { match_id: '10000001' }).url).toBe('/v1/match/10000001')
  expect(shell).toContain(`'/v1/match/'`)
})
