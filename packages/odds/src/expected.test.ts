import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selection } from '@nare/bets/markets/markets'
import { price, type Price } from '@nare/money/money'
import { devig } from './devig.ts'
import { expectedMultiplier, expectedShare, explainsWinner, type MatchNow, type PresentLine } from './expected.ts'
import { inPlay } from './inplay.ts'
import { matchModelFromPrices, matchModelFromStrengths, type MatchModel } from './match-model.ts'
import { priceMatch } from './pricing.ts'
import { selectionShare } from './selection-share.ts'

const pricesOf = (...prices: number[]): Price[] => prices.map((odds) => price(BigInt(Math.round(odds * 1000))))
const winner = (...odds: number[]): PresentLine => ({
  keys: ['home_team', 'draw', 'away_team'],
  prices: pricesOf(...odds),
})

/** A match with the prices of its model. `lines` replaces some lines; undefined removes a line from the offer. */
function nowOf(
  model: MatchModel | undefined,
  lines: Readonly<Record<string, PresentLine | undefined>> = {},
  refunds = true,
): MatchNow {
  const modelPrices = new Map<string, PresentLine>(
    (model ? priceMatch(model) : []).map(({ marketId, line, outcomes }) => [
      `${marketId} ${line}`,
      { keys: outcomes.map(({ key }) => key), prices: outcomes.map((outcome) => outcome.price) },
    ]),
  )
  return {
    score: model?.score ?? { home: 0, away: 0 },
    model,
    refunds,
    present: (marketId, line) =>
      `${marketId} ${line}` in lines ? lines[`${marketId} ${line}`] : modelPrices.get(`${marketId} ${line}`),
  }
}

const match = matchModelFromStrengths({ lh: 1.5, la: 1.1, x: 0.05 })
const given = { home_odd: 2.1, neutral_odd: 3.4, away_odd: 3.6, over: 1.9, under: 1.9 }
const fitted = matchModelFromPrices(given, { verbatim: true })
const live = inPlay(match, { minute: 60, score: { home: 1, away: 0 }, halfTime: { home: 1, away: 0 } })

describe('O30 the multiplier', () => {
  test('is W·o + R: wins, half wins, refunds and half losses at the placed price', () => {
    expect(expectedMultiplier({ win: 0.4, refund: 0.1 }, price(2500n))).toBeCloseTo(1.1, 12)
    const half = selection('18', 'over 2.25')
    expect(half).toBeDefined()
    const share = selectionShare(match, { marketId: '18', oddKey: 'over 2.25' })
    const exact = [0, 1, 2, 3].map((n) => goalsOf(match, n))
    const more = 1 - exact.reduce((sum, p) => sum + p, 0) + (exact[3] ?? 0)
    expect(expectedMultiplier(share ?? { win: 0, refund: 0 }, price(2000n))).toBeCloseTo(
      more * 2 + (exact[2] ?? 0) * 0.5,
      9,
    )
  })
})

function goalsOf({ rest: { size, cells } }: MatchModel, goals: number): number {
  return cells.reduce((sum, p, at) => (Math.floor(at / size) + (at % size) === goals ? sum + p : sum), 0)
}

describe('O31 the chance of a selection', () => {
  test('equals the chance of the grid if the current prices are those of the grid', () => {
    for (const model of [match, fitted, live]) {
      const now = nowOf(model)
      for (const { marketId, outcomes } of priceMatch(model)) {
        for (const { key } of outcomes) {
          const bet = { marketId, oddKey: key, scoreAtBet: model.score }
          const share = expectedShare(bet, now)
          const should = selectionShare(model, bet)
          expect(share?.win, `${marketId} ${key}`).toBeCloseTo(should?.win ?? NaN, 9)
          expect(share?.refund).toBeCloseTo(should?.refund ?? NaN, 9)
        }
      }
    }
  })

  test('is Shin’s chance for given prices, and follows them when they move', () => {
    const before = expectedShare({ marketId: '1', oddKey: 'home_team' }, nowOf(fitted))
    expect(before?.win).toBeCloseTo(devig([2.1, 3.4, 3.6], 'shin')[0] ?? NaN, 6)
    const line = winner(1.5, 4.2, 6.5)
    const after = expectedShare({ marketId: '1', oddKey: 'home_team' }, nowOf(fitted, { '1 ': line }))
    expect(after?.win).toBeCloseTo(devig([1.5, 4.2, 6.5], 'shin')[0] ?? NaN, 6)
  })

  test('is Shin’s chance at the current prices if no model exists', () => {
    const line = { keys: ['home_team', 'away_team'], prices: pricesOf(1.5, 2.74) }
    const now = nowOf(undefined, { '219 ': line }, false)
    const share = expectedShare({ marketId: '219', oddKey: 'home_team' }, now)
    expect(share).toEqual({ win: devig([1.5, 2.74], 'shin')[0], refund: 0 })
    expect(expectedShare({ marketId: '219', oddKey: 'home_team' }, nowOf(undefined, {}, false))).toBeUndefined()
  })

  test('is unknown without a model if the line may refund', () => {
    const line = { keys: ['home_team', 'away_team'], prices: pricesOf(1.5, 2.5) }
    expect(expectedShare({ marketId: '11', oddKey: 'home_team' }, nowOf(undefined, { '11 ': line }))).toBeUndefined()
    const half = { keys: ['over 2.5', 'under 2.5'], prices: pricesOf(1.9, 1.9) }
    const total = expectedShare({ marketId: '18', oddKey: 'over 2.5' }, nowOf(undefined, { '18 2.5': half }))
    expect(total?.win).toBeCloseTo(0.5, 9)
  })

  test('is the chance of the grid for a line that is not on offer, while the grid explains the price of the match winner', () => {
    const bet = { marketId: '18', oddKey: 'over 3.5' }
    const should = selectionShare(match, bet)
    expect(expectedShare(bet, nowOf(match, { '18 3.5': undefined }))).toEqual(should)
    const moved = nowOf(match, { '18 3.5': undefined, '1 ': winner(1.2, 6, 12) })
    expect(explainsWinner(moved)).toBe(false)
    expect(expectedShare(bet, moved)).toBeUndefined()
    expect(expectedShare(bet, nowOf(match, { '18 3.5': undefined, '1 ': undefined }))).toEqual(should)
  })

  test('of an Asian handicap equals the chance of the line shifted by the lead since the bet', () => {
    const before = { marketId: '16', oddKey: 'home_team minus 0.5', scoreAtBet: { home: 0, away: 0 } }
    const half = { keys: ['home_team plus 0.5', 'away_team minus 0.5'], prices: pricesOf(1.4, 2.8) }
    const share = expectedShare(before, nowOf(live, { '16 0.5': half }))
    const same = expectedShare(
      { marketId: '16', oddKey: 'home_team plus 0.5', scoreAtBet: live.score },
      nowOf(live, { '16 0.5': half }),
    )
    expect(share?.win).toBeCloseTo(same?.win ?? NaN, 9)
    const dearer = { ...half, prices: pricesOf(1.6, 2.3) }
    expect(expectedShare(before, nowOf(live, { '16 0.5': dearer }))?.win).toBeLessThan(share?.win ?? 0)
  })

  test('of a handicap of basketball or tennis equals the chance of its line, because it counts the whole match', () => {
    const rightLine = { keys: ['home_team minus 5.5', 'away_team plus 5.5'], prices: pricesOf(1.2, 4.2) }
    const wrongLine = { keys: ['home_team plus 4.5', 'away_team minus 4.5'], prices: pricesOf(4.2, 1.2) }
    for (const marketId of ['223', '187', '410']) {
      const now: MatchNow = {
        score: { home: 50, away: 40 },
        model: undefined,
        refunds: false,
        present: (id, line) =>
          id !== marketId ? undefined : line === '-5.5' ? rightLine : line === '4.5' ? wrongLine : undefined,
      }
      const bet = { marketId, oddKey: 'home_team minus 5.5' }
      const shares = [bet, { ...bet, scoreAtBet: { home: 30, away: 28 } }].map((placed) => expectedShare(placed, now))
      for (const share of shares) expect(share?.win).toBeGreaterThan(0.7)
      expect(shares[0]).toEqual(shares[1])
    }
  })

  test('is unknown for an unknown selection', () => {
    expect(expectedShare({ marketId: '1', oddKey: 'nobody' }, nowOf(match))).toBeUndefined()
    expect(expectedShare({ marketId: '9999', oddKey: 'home_team' }, nowOf(match))).toBeUndefined()
  })
})

describe('O32 properties', () => {
  const strength = fc.double({ min: 0.3, max: 3, noNaN: true })
  const models = fc
    .record({ lh: strength, la: strength, minute: fc.integer({ min: 0, max: 88 }), home: fc.nat(2), away: fc.nat(2) })
    .map(({ lh, la, minute, home, away }) => {
      const before = matchModelFromStrengths({ lh, la })
      return minute === 0 ? before : inPlay(before, { minute, score: { home, away } })
    })

  test('the multiplier is never above the placed price, nor below zero', () => {
    fc.assert(
      fc.property(models, fc.nat(), (model, at) => {
        const all = priceMatch(model).flatMap(({ marketId, outcomes }) =>
          outcomes.map((outcome) => ({ marketId, ...outcome })),
        )
        const outcome = all[at % all.length]
        if (!outcome) return
        const share = expectedShare(
          { marketId: outcome.marketId, oddKey: outcome.key, scoreAtBet: model.score },
          nowOf(model),
        )
        const multiplier = expectedMultiplier(share ?? { win: NaN, refund: 0 }, outcome.price)
        expect(multiplier).toBeGreaterThanOrEqual(0)
        expect(multiplier).toBeLessThanOrEqual(Number(outcome.price) / 1000 + 1e-9)
      }),
      { numRuns: 30 },
    )
  })

  test('it falls when the current price of the leg rises, in every market, with and without a model', () => {
    fc.assert(
      fc.property(models, fc.nat(), fc.integer({ min: 1, max: 300 }), fc.boolean(), (model, at, percent, known) => {
        const lines = priceMatch(model)
        const line = lines[at % lines.length]
        const outcome = line?.outcomes[at % line.outcomes.length]
        if (!line || !outcome) return
        const name = `${line.marketId} ${line.line}`
        const priced = (odds: bigint): PresentLine => ({
          keys: line.outcomes.map(({ key }) => key),
          prices: line.outcomes.map((each) => (each === outcome ? price(odds) : each.price)),
        })
        const chance = (odds: bigint): number => {
          const now = nowOf(model, { [name]: priced(odds) })
          const placed = { marketId: line.marketId, oddKey: outcome.key, scoreAtBet: model.score }
          const share = expectedShare(placed, known ? now : { ...now, model: undefined, refunds: false })
          return share ? share.win + share.refund : NaN
        }
        const dearer = outcome.price + BigInt(Math.max(10, Math.round((Number(outcome.price) * percent) / 100)))
        expect(chance(dearer), `${name} ${outcome.key} from ${outcome.price} to ${dearer}`).toBeLessThan(
          chance(outcome.price),
        )
      }),
      { numRuns: 80 },
    )
  })
})
