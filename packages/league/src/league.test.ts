import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '@nare/fair/hash'
import { weightTotal } from '@nare/fair/stream'
import { competitions } from './clubs.ts'
import { probabilitiesOf } from './probabilities.ts'
import { commitmentOf, drawWith, matchOfGoals, scoreAt, scoreText, seedOf } from './draw.ts'
import { leagueMarkets, leagueSelection, settleLeague } from './markets.ts'
import { minuteAfter, visibleAt, shownAfterMs } from './playout.ts'
import { ladder, priceMatch, priceOf } from './prices.ts'
import { scheduleOf } from './schedule.ts'
import { isLinkOf, makeSeason, roundIdOf, seasonChain, seasonHash, seasonText, tablesHash } from './season.ts'
import { minuteWeights, scoreWeights, strengthsOf } from './weights.ts'
import { checkRound, type EndedRound } from './verify.ts'

const bytes = (fill: number) => new Uint8Array(32).fill(fill)
const minutes = minuteWeights()
const even = { attack: 1, defence: 1 }
const weights = scoreWeights(even, even)
const returns = Object.fromEntries(leagueMarkets.map(({ marketId, returnPercent }) => [marketId, returnPercent]))
const tables = { weights, minutes, returns, ladder }

const season = makeSeason({
  competitionId: '2',
  teams: competitions[1]?.clubs.map(({ name }) => name) ?? [],
  strengthSeed: bytes(7),
  matchId: (n) => String(30_000_000 + n),
})
const text = seasonText(season)
const chain = seasonChain(bytes(1), season.rounds.length)
const salt = toHex(bytes(0xab))

/** Returns a round in the form that is published after its end. */
function endedRound(number: number): EndedRound {
  const round_id = roundIdOf({ salt, competitionId: '2', roundNumber: number })
  const link = chain.links[number - 1] ?? bytes(0)
  const seed = seedOf(link, round_id)
  const draw = drawWith(seed, season.minutes)
  const matches = (season.rounds[number - 1]?.matches ?? []).map(([match_id, home_team, away_team, market]) => {
    const { fullTime, halfTime, goals } = draw(match_id, market)
    const scores = { half_time: scoreText(halfTime), full_time: scoreText(fullTime) }
    return { match_id, home_team, away_team, weights: market, ...scores, goals }
  })
  return {
    round_id,
    round_number: number,
    chain_tip: chain.tip,
    commitment: commitmentOf(seed),
    tables_hash: tablesHash(season.minutes, matches),
    minutes: season.minutes,
    seed: toHex(seed),
    link: toHex(link),
    matches,
  }
}

describe('the schedule', () => {
  test.each([18, 20])('of %i teams: every team meets every other once at home and once away', (teams) => {
    const rounds = scheduleOf(teams)
    expect(rounds).toHaveLength(2 * (teams - 1))
    const met = new Set(rounds.flat().map(({ home, away }) => `${home} ${away}`))
    expect(met.size).toBe(teams * (teams - 1))
    for (const round of rounds) expect(new Set(round.flatMap(({ home, away }) => [home, away])).size).toBe(teams)
  })

  test.each([18, 20])('of %i teams: home and away are balanced in the first half of the season', (teams) => {
    const half = scheduleOf(teams)
      .slice(0, teams - 1)
      .flat()
    for (let team = 0; team < teams; team++) {
      const atHome = half.filter(({ home }) => home === team).length
      expect(Math.abs(2 * atHome - (teams - 1))).toBeLessThanOrEqual(1)
    }
  })

  test('refuses an odd number of teams', () => {
    expect(() => scheduleOf(19)).toThrow(RangeError)
  })
})

describe('tables', () => {
  test('every table of a season consists of integers that sum to 2^32', () => {
    expect(season.minutes).toHaveLength(90)
    const all = season.rounds.flatMap(({ matches }) => matches.map((match) => match[3]))
    for (const table of [season.minutes, ...all]) {
      expect(table.every((weight) => Number.isInteger(weight) && weight >= 0)).toBe(true)
      expect(table.reduce((sum, weight) => sum + weight, 0)).toBe(weightTotal)
    }
    expect(all.every((table) => table.length === 81)).toBe(true)
  })

  test('a stronger team wins more often', () => {
    const strong = { attack: 1.4, defence: 0.7 }
    const won = (table: number[]) =>
      table.reduce((sum, weight, at) => sum + (Math.floor(at / 9) > at % 9 ? weight : 0), 0)
    expect(won(scoreWeights(strong, even))).toBeGreaterThan(won(weights))
  })

  test('equal seeds give equal seasons, different seeds different ones', () => {
    expect(strengthsOf(bytes(1), 20)).toEqual(strengthsOf(bytes(1), 20))
    expect(strengthsOf(bytes(1), 20)).not.toEqual(strengthsOf(bytes(2), 20))
  })

  test('a draw depends on its table: all weight on one score draws that score', () => {
    for (const cell of [0, 8, 40, 80]) {
      const only = weights.map((_, at) => (at === cell ? weightTotal : 0))
      const drawn = drawWith(bytes(3), minutes)('30000001', only)
      expect(drawn.fullTime).toEqual({ home: Math.floor(cell / 9), away: cell % 9 })
      expect(drawn.goals).toHaveLength(Math.floor(cell / 9) + (cell % 9))
    }
  })
})

describe('prices', () => {
  test('the probabilities of a line sum exactly to its number of winners', () => {
    for (const market of leagueMarkets) {
      for (const line of market.lines) {
        const probabilities = probabilitiesOf(market, line, tables).map(({ probability }) => probability)
        const denominator = probabilities[0]?.denominator ?? 1n
        const sum = probabilities.reduce((total, { numerator }) => total + numerator, 0n)
        expect(sum, `${market.marketId} ${line}`).toBe(BigInt(market.rule.winners) * denominator)
      }
    }
  })

  test('a price returns at most the percentage of its market, and the next ladder step would exceed it', () => {
    for (const { marketId, outcomes } of priceMatch(tables)) {
      for (const { price, probability } of outcomes) {
        if (price === null) continue
        const stated = BigInt(returns[marketId] ?? 0) * probability.denominator * 10n
        expect(price * probability.numerator).toBeLessThanOrEqual(stated)
        const step = BigInt(ladder.find(([below]) => price / 10n < BigInt(below))?.[1] ?? 1) * 10n
        if (price < 1_000_000n) expect((price + step) * probability.numerator).toBeGreaterThan(stated)
      }
    }
  })

  test('a price below 1.01 and an impossible outcome are not offered', () => {
    expect(priceOf({ numerator: 0n, denominator: 2n }, 92, ladder)).toBeNull()
    expect(priceOf({ numerator: 99n, denominator: 100n }, 92, ladder)).toBeNull()
    expect(priceOf({ numerator: 1n, denominator: 2n }, 92, ladder)).toBe(1840n)
    expect(priceOf({ numerator: 1n, denominator: 10n ** 9n }, 92, ladder)).toBe(10_000_000n)
    expect(priceOf({ numerator: 1n, denominator: 3_000n }, 88, ladder)).toBe(2_600_000n)
  })

  test('every market is offered, and its keys are unique', () => {
    const keys = priceMatch(tables).flatMap(({ marketId, outcomes }) => outcomes.map(({ key }) => `${marketId} ${key}`))
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(priceMatch(tables).map(({ marketId }) => marketId)).size).toBe(leagueMarkets.length)
    expect(leagueSelection('345', '2:1')).toMatchObject({ line: '' })
    expect(leagueSelection('318', 'over 9.5')).toBeUndefined()
    expect(leagueSelection('1', 'home_team')).toBeUndefined()
  })

  test('prices and settlement agree: frequencies over many draws equal the probabilities', () => {
    const draws = process.env['FULL_LENGTH'] === '1' ? 12_000 : 1500
    const draw = drawWith(bytes(9), minutes)
    const won = new Map<string, number>()
    const lines = priceMatch(tables)
    for (let n = 0; n < draws; n++) {
      const drawn = draw(String(n), weights)
      for (const { marketId, outcomes } of lines) {
        for (const { key } of outcomes) {
          const name = `${marketId} ${key}`
          if (settleLeague(marketId, key, drawn) === 'won') won.set(name, (won.get(name) ?? 0) + 1)
        }
      }
    }
    for (const { marketId, outcomes } of lines) {
      for (const { key, probability } of outcomes) {
        const p = Number((probability.numerator * 10n ** 12n) / probability.denominator) / 1e12
        const sigma = Math.sqrt(draws * p * (1 - p))
        expect(Math.abs((won.get(`${marketId} ${key}`) ?? 0) - draws * p), `${marketId} ${key}`).toBeLessThan(
          5 * sigma + 1,
        )
      }
    }
  })
})

describe('a play-out', () => {
  const drawn = drawWith(bytes(5), minutes)(
    '30000005',
    weights.map((_, at) => (at === 33 ? weightTotal : 0)),
  )

  test('shows no goal before its minute, and all of them at the end', () => {
    for (let minute = 0; minute <= 90; minute++) {
      const visible = visibleAt(drawn, minute)
      expect(visible.events.every((goal) => goal.minute <= minute)).toBe(true)
      expect(visible.score).toEqual(scoreAt(drawn, minute))
    }
    expect(visibleAt(drawn, 90).score).toEqual({ home: 3, away: 6 })
    expect(visibleAt(drawn, 90).events.at(-1)).toMatchObject({ home_score: 3, away_score: 6 })
  })

  test('a match can be restored from its goals', () => {
    expect(matchOfGoals(drawn.goals)).toEqual(drawn)
    expect(matchOfGoals([])).toEqual({ fullTime: { home: 0, away: 0 }, halfTime: { home: 0, away: 0 }, goals: [] })
  })

  test('a minute is displayed from its first millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 90, max: 600_000 }), (minute, lengthMs) => {
        const atMs = shownAfterMs(minute, lengthMs)
        expect(minuteAfter(atMs, lengthMs)).toBeGreaterThanOrEqual(minute)
        expect(minuteAfter(atMs - 1, lengthMs)).toBeLessThan(minute)
      }),
    )
    expect([minuteAfter(-5, 40_000), minuteAfter(99_999, 40_000)]).toEqual([0, 90])
  })
})

describe('a season', () => {
  test('each link is the hash of the next round’s link, and the first link hashes to the tip', () => {
    for (const [at, link] of chain.links.entries()) {
      expect(isLinkOf(link, { roundNumber: at + 1, tip: chain.tip })).toBe(true)
      expect(isLinkOf(link, { roundNumber: at + 2, tip: chain.tip })).toBe(false)
    }
  })

  test('a correct round passes every check, with and without the file of the season', () => {
    const round = endedRound(4)
    expect(checkRound(round).every(({ ok }) => ok)).toBe(true)
    const checks = checkRound(round, { text, season_hash: seasonHash(text) })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.filter(({ what }) => what === 'score')).toHaveLength(10)
  })

  const honest = endedRound(4)
  const [first, second, ...others] = honest.matches
  const forged: [string, Partial<EndedRound>, string][] = [
    ['another link', { link: toHex(bytes(2)) }, 'link'],
    ['another seed', { seed: toHex(bytes(2)) }, 'seed'],
    ['another commitment', { commitment: toHex(bytes(2)) }, 'commitment'],
    ['the number of another round', { round_number: 5 }, 'link'],
    ['other minutes', { minutes: [...minutes].reverse() }, 'tables'],
    [
      'an additional goal',
      first ? { matches: [{ ...first, full_time: '8:8' }, ...(second ? [second] : []), ...others] } : {},
      'score',
    ],
    ['a table with a smaller sum', first ? { matches: [{ ...first, weights: weights.slice(1) }] } : {}, 'weights'],
  ]
  test.each(forged)('a round with %s fails', (_name, change, what) => {
    const failed = checkRound({ ...honest, ...change }).filter(({ ok }) => !ok)
    expect(failed.map((check) => check.what)).toContain(what)
  })

  test('a round with other tables than its season fails', () => {
    const swapped = { ...honest, matches: honest.matches.map((match) => ({ ...match, weights })) }
    const checks = checkRound(
      { ...swapped, tables_hash: tablesHash(minutes, swapped.matches) },
      { text, season_hash: seasonHash(text) },
    )
    expect(checks.filter(({ ok }) => !ok).map(({ what }) => what)).toContain('season')
    expect(checkRound(honest, { text: `${text} `, season_hash: seasonHash(text) }).some(({ ok }) => !ok)).toBe(true)
  })

  test('club names of the four competitions are unique', () => {
    expect(competitions.map(({ clubs }) => clubs.length)).toEqual([20, 20, 18, 18])
    const names = competitions.flatMap(({ clubs }) => clubs.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
    expect(fromHex(chain.tip)).toHaveLength(32)
  })
})
