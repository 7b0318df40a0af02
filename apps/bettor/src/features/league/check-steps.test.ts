import { toHex } from '@nare/fair/hash'
import { commitmentOf, drawWith, scoreText, seedOf } from '@nare/league/draw'
import { priceMatch } from '@nare/league/prices'
import { makeSeason, roundIdOf, seasonChain, seasonHash, seasonText, tablesHash } from '@nare/league/season'
import { formatPrice } from '@nare/money/money'
import { expect, test } from 'vitest'
import { checkSteps, isEnded, type PublishedRound, type StepName } from './check-steps.ts'

const season = makeSeason({
  ...{ competitionId: '2', teams: ['Simba', 'Chui', 'Kifaru', 'Duma'], strengthSeed: new Uint8Array(32).fill(7) },
  matchId: (n) => String(50_000_000 + n),
})
const chain = seasonChain(new Uint8Array(32).fill(9), season.rounds.length)
const salt = 'ab'.repeat(16)
const text = seasonText(season)
const published = { text, season_hash: seasonHash(text), chain_tip: chain.tip, salt }

function ended(number: number) {
  const round_id = roundIdOf({ salt, competitionId: '2', roundNumber: number })
  const link = chain.links[number - 1] ?? new Uint8Array(32)
  const seed = seedOf(link, round_id)
  const draw = drawWith(seed, season.minutes)
  const tables = (season.rounds[number - 1]?.matches ?? []).map(([match_id, home_team, away_team, weights]) => {
    const { fullTime, halfTime, goals } = draw(match_id, weights)
    const scores = { half_time: scoreText(halfTime), full_time: scoreText(fullTime) }
    return { match_id, home_team, away_team, weights: [...weights], ...scores, goals: [...goals] }
  })
  const round: PublishedRound = {
    ...{ round_id, round_number: number, competition_id: '2', season_id: '2-1', state: 'ended', chain_tip: chain.tip },
    ...{ commitment: commitmentOf(seed), seed: toHex(seed), link: toHex(link), matches: tables },
    ...{ tables_hash: tablesHash(season.minutes, tables), minutes: [...season.minutes], returns: season.returns },
    ladder: season.ladder.map(([below, step]) => [below, step]),
  }
  if (!isEnded(round)) throw new Error('an ended round has all that is checked')
  return round
}

function pricesOf(round: PublishedRound) {
  return round.matches.map(({ match_id, home_team, away_team, weights }) => {
    const teams = { match_id, parent_match_id: match_id, home_team, away_team, start_time: '2026-11-22T08:00:00Z' }
    const { minutes, returns, ladder } = round
    const odds = priceMatch({ weights, minutes, returns, ladder }).map(({ marketId, line, outcomes }) => ({
      ...{ sub_type_id: marketId, name: '', special_bet_value: line, state: 'closed' as const },
      odds: outcomes.map(({ key, price }) => ({
        ...{ odd_key: key, display: key, outcome_id: key, odd_value: price === null ? null : formatPrice(price) },
      })),
    }))
    return { ...teams, home_odd: null, neutral_odd: null, away_odd: null, odds }
  })
}

const wrong = (steps: ReturnType<typeof checkSteps>): StepName[] =>
  steps.filter(({ ok }) => !ok).map(({ name }) => name)

test('every step of an honest round matches, with the number of compared values', () => {
  const round = ended(2)
  const steps = checkSteps(round, { season: published, matches: pricesOf(round), firstSeenSeal: round.commitment })
  expect(wrong(steps)).toEqual([])
  expect(steps.map(({ name }) => name)).toEqual(['seal', 'chain', 'seed', 'tables', 'season', 'scores', 'prices'])
  const compared = new Map(steps.map((step) => [step.name, step.compared]))
  expect([compared.get('scores'), compared.get('seal')]).toEqual([2, 2])
  expect(compared.get('prices')).toBeGreaterThan(100)
})

test('steps without data are omitted', () => {
  expect(checkSteps(ended(1), {}).map(({ name }) => name)).toEqual(['seal', 'chain', 'seed', 'tables', 'scores'])
})

test.each([
  ['seal', { commitment: 'cd'.repeat(32) }],
  ['seed', { seed: 'cd'.repeat(32) }],
  ['chain', { chain_tip: 'cd'.repeat(32) }],
  ['tables', { tables_hash: 'cd'.repeat(32) }],
] as const)('a changed %s fails only its step', (name, change) => {
  expect(wrong(checkSteps({ ...ended(1), ...change }, {}))).toEqual([name])
})

test('a changed score, table, price or season is detected', () => {
  const round = ended(1)
  const [first, ...others] = round.matches
  if (!first) throw new Error('a round has matches')
  const changed = (match: Partial<typeof first>) => ({ ...round, matches: [{ ...first, ...match }, ...others] })
  expect(wrong(checkSteps(changed({ full_time: '9:9' }), {}))).toEqual(['scores'])
  expect(wrong(checkSteps(changed({ home_team: 'Another' }), { season: published }))).toEqual(['season'])
  const [a = 0, b = 0, ...rest] = first.weights
  expect(wrong(checkSteps(changed({ weights: [a + 1, b - 1, ...rest] }), {}))).toContain('tables')
  const matches = pricesOf(round)
  const odd = matches[0]?.odds[0]?.odds[0]
  if (odd) odd.odd_value = '99.00'
  expect(wrong(checkSteps(round, { matches }))).toEqual(['prices'])
  expect(wrong(checkSteps(round, { season: { ...published, season_hash: 'cd'.repeat(32) } }))).toEqual(['season'])
})

test('a seal that differs from the one received before the kick-off is detected', () => {
  expect(wrong(checkSteps(ended(1), { firstSeenSeal: 'cd'.repeat(32) }))).toEqual(['seal'])
})

test('a round without seed and scores cannot be checked yet', () => {
  const { seed: _seed, ...hidden } = ended(1)
  expect(isEnded(hidden)).toBe(false)
  expect(isEnded({ ...ended(1), state: 'playing' })).toBe(false)
})
