import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { toHex } from '@nare/fair/hash'
import { competitions } from '@nare/league/clubs'
import { commitmentOf, drawWith, scoreText, seedOf } from '@nare/league/draw'
import { priceMatch } from '@nare/league/prices'
import { makeSeason, roundIdOf, seasonChain, seasonHash, seasonText, tablesHash } from '@nare/league/season'
import type { FilesChecked } from '@nare/league/verify-files'
import { formatPrice } from '@nare/money/money'
import { verifyPage } from './verify-pages.ts'

const html = readFileSync(new URL('../docs/league-verify.html', import.meta.url), 'utf8')

/** The page's check, executed as a browser executes it. */
function checkFiles(...files: object[]): FilesChecked {
  const [script = ''] = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '')
  const context = createContext({ TextEncoder, TextDecoder })
  runInContext(script.replace(/^\s*var /, 'globalThis.'), context)
  const texts = files.map((file) => JSON.stringify(file))
  return runInContext(`nareRules.checkFiles(${JSON.stringify(texts)})`, context) as FilesChecked
}

const bytes = (fill: number) => new Uint8Array(32).fill(fill)
const file = makeSeason({
  competitionId: '3',
  teams: competitions[2]?.clubs.map(({ name }) => name) ?? [],
  strengthSeed: bytes(9),
  matchId: (n) => String(60_000_000 + n),
})
const { links, tip } = seasonChain(bytes(4), file.rounds.length)
const salt = toHex(bytes(0x5a))
const season = { data: file, season_hash: seasonHash(seasonText(file)), chain_tip: tip, salt, salt_source: 'a test' }
const round_id = roundIdOf({ salt, competitionId: '3', roundNumber: 7 })
const link = links[6] ?? bytes(0)
const seed = seedOf(link, round_id)
const draw = drawWith(seed, file.minutes)
const matches = (file.rounds[6]?.matches ?? []).map(([match_id, home_team, away_team, weights]) => {
  const { fullTime, halfTime, goals } = draw(match_id, weights)
  return {
    match_id,
    home_team,
    away_team,
    weights,
    half_time: scoreText(halfTime),
    full_time: scoreText(fullTime),
    goals,
  }
})
const { minutes, returns, ladder } = file
const round = {
  ...{
    round_id,
    round_number: 7,
    competition_id: '3',
    season_id: '3-1',
    chain_tip: tip,
    commitment: commitmentOf(seed),
  },
  ...{ tables_hash: tablesHash(minutes, matches), minutes, returns, ladder, matches, state: 'ended' },
  ...{ seed: toHex(seed), link: toHex(link) },
}
const offers = matches.map(({ match_id, weights }) => ({
  match_id,
  odds: priceMatch({ weights, minutes, returns, ladder }, ['3', '345']).map(({ marketId, outcomes }) => ({
    sub_type_id: marketId,
    odds: outcomes.map(({ key, price }) => ({ odd_key: key, odd_value: price === null ? null : formatPrice(price) })),
  })),
}))
const wrongIn = ({ steps }: FilesChecked) => steps.filter(({ ok }) => !ok).map(({ text }) => text)

test('the page in the repository contains the current rules (if not: npm run verify:pages) and loads nothing', async () => {
  expect(await verifyPage('league-verify.html')).toBe(html)
  expect(html).toContain(`default-src 'none'`)
  expect(html).not.toMatch(/(?:src|href)=|https?:\/\//)
})

test('a correct round passes every step, with its season and its prices', () => {
  const checked = checkFiles({ data: offers }, season, { data: round })
  expect(wrongIn(checked)).toEqual([])
  expect(checked).toMatchObject({ title: `Round 7, ${round_id}` })
  expect(checked.steps).toHaveLength(9)
  expect(wrongIn(checkFiles(round, file))).toEqual([])
  expect(checkFiles(round).steps).toHaveLength(6)
})

test.each<[string, object[], RegExp]>([
  ['another salt', [round, { ...season, salt: toHex(bytes(1)) }], /public salt/],
  ['another season', [round, { ...season, data: { ...file, minutes: file.minutes.toReversed() } }], /frozen/],
  ['another tip', [round, { ...season, chain_tip: toHex(bytes(2)) }], /chain/],
  ['other returns', [{ ...round, returns: { ...returns, '3': 80 } }, season], /frozen/],
  ['a score', [{ ...round, matches: matches.map((match) => ({ ...match, full_time: '8:8' })) }], /scores/],
  [
    'a price',
    [round, { data: [{ ...offers[0], odds: [{ sub_type_id: '3', odds: [{ odd_key: 'draw', odd_value: '1.01' }] }] }] }],
    /prices/,
  ],
])('the page detects that %s was changed', (_name, files, step) => {
  expect(wrongIn(checkFiles(...files)).join(' ')).toMatch(step)
})

test('a round that has not ended, and files without a round, show a message', () => {
  const { seed: _seed, link: _link, ...open } = round
  expect(checkFiles(open)).toMatchObject({ steps: [], missing: expect.stringContaining('not ended') })
  expect(checkFiles(season)).toMatchObject({ steps: [], missing: 'None of the files is a round' })
})

test('the round of docs/fairness.md passes the check, with the values that the document explains', () => {
  const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')
  const example = JSON.parse(read('fairness-round.json')) as { data: Record<string, string> }
  expect(wrongIn(checkFiles(example))).toEqual([])
  for (const field of ['round_id', 'chain_tip', 'link', 'seed', 'commitment'])
    expect(read('fairness.md')).toContain(example.data[field])
})
