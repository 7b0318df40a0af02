import { expect, test } from 'vitest'
import { listedMatch } from './listed-match.ts'

const read = (body?: unknown) => ({ body, loading: false, atMs: 0 })

test('a match is found in the last used list or search that contains it', () => {
  const reads = {
    'GET /v1/matches?when=today': read({ data: [{ match_id: '1', minute: 3 }] }),
    'GET /v1/matches?when=live': read({ data: [{ match_id: '2' }, { match_id: '1', minute: 4 }] }),
    'GET /v1/matches?page=2': read(),
    'GET /v1/match/1': read({ data: { match_id: '1' } }),
    'GET /v1/search?q=tusker': read({ data: { matches: [{ match_id: '5' }], competitions: [] } }),
    'GET /v1/bets': read({ data: [{ match_id: '3' }] }),
  }
  expect(listedMatch(reads, '1')).toMatchObject({ minute: 4 })
  expect(listedMatch(reads, '5')).toEqual({ match_id: '5' })
  expect(listedMatch(reads, '3')).toBeUndefined()
  expect(listedMatch({}, '1')).toBeUndefined()
})
