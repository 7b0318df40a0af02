import { readFileSync } from 'node:fs'
import { catalog } from '@nare/contract/catalog'
import { address } from '@nare/contract/route'
import { expect, test } from 'vitest'

const shell = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')

test('the shell requests the first list and the sports under the addresses that the app will use', () => {
  const front = { sport_id: '79', when: 'highlights', sort: 'top', sub_type_id: '1', page: 1, limit: 50 }
  expect(shell).toContain(`'${address(catalog.matches, front).url}'`)
  expect(shell).toContain(`'${address(catalog.sports, {}).url}'`)
  expect(address(catalog.match, { match_id: '10000001' }).url).toBe('/v1/match/10000001')
  expect(shell).toContain(`'/v1/match/'`)
})
