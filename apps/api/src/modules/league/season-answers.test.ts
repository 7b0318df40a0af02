import { expect, test } from 'vitest'
import { openSeasonAnswers } from './season-answers.ts'
import type { SeasonRow } from './seasons/seasons.ts'

test('a season with its salt is read, put together and compressed once', async () => {
  const reads = { facts: 0, text: 0 }
  const row = { seasonHash: 'a', chainTip: 'b', salt: 'c', saltSource: 'd' } as unknown as SeasonRow
  const answers = openSeasonAnswers({
    facts: async () => (reads.facts++, row),
    text: async () => (reads.text++, '[1]'),
  })
  const [first, again] = [await answers.season('7'), await answers.season('7')]
  expect(first?.text).toBe('{"data":[1],"season_hash":"a","chain_tip":"b","salt":"c","salt_source":"d"}')
  expect(again).toBe(first)
  expect(await again?.compressed('br')).toBe(await first?.compressed('br'))
  expect(reads).toEqual({ facts: 1, text: 1 })
})
