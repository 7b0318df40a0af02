import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crowdOf, percentages } from './crowd.ts'
import { commitmentOf, drawnOutcome } from './draw.ts'
import { bestOf, linesByScore, resultMasks, spreadOf } from './score.ts'
import { judge, returnOf, shareOut, type JudgedTier, type MatchOutcome } from './settle.ts'
import { outcomes, termFaults, fullPercent, type Outcome, type Terms, type Tier } from './terms.ts'
import { isTooLarge, masksOf, picksOf, sizeOf } from './ticket.ts'

const outcome = fc.constantFrom(...outcomes)
const picked = fc.uniqueArray(outcome, { minLength: 1, maxLength: 3 })
const pool = fc.integer({ min: 1, max: 7 }).chain((matches) =>
  fc.record({
    ended: fc.array(fc.record({ outcome: fc.oneof(outcome, fc.constant('void' as const)), drawn: outcome }), {
      minLength: matches,
      maxLength: matches,
    }),
    tickets: fc.array(fc.array(picked, { minLength: matches, maxLength: matches }), { maxLength: 6 }),
  }),
)

/** The reference implementation: lists every line of a ticket. */
const expanded = (picks: readonly (readonly Outcome[])[]): Outcome[][] =>
  picks.reduce<Outcome[][]>((lines, one) => lines.flatMap((line) => one.map((o) => [...line, o])), [[]])

/** Scores a line in the reference implementation, with void matches by the written policy. */
function slowScore(line: readonly Outcome[], ended: readonly MatchOutcome[], policy: Terms['voidPolicy']): number {
  return line.filter((pick, n) => {
    const { outcome: result, drawn } = ended[n] as MatchOutcome
    if (result !== 'void') return pick === result
    if (policy === 'draw') return pick === drawn
    return policy === 'counts_won'
  }).length
}

const scoresOf = (all: readonly (readonly (readonly Outcome[])[])[], result: Parameters<typeof spreadOf>[1]) =>
  all.map((picks) => linesByScore(spreadOf(masksOf(picks), result)))

function added(all: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sum = new Map<number, number>()
  for (const [score, count] of all.flatMap((scores) => [...scores])) sum.set(score, (sum.get(score) ?? 0) + count)
  return sum
}

const anyTerms = (matches: number): fc.Arbitrary<Terms> =>
  fc
    .record({
      mode: fc.constantFrom('fixed' as const, 'pool' as const, 'must_be_won' as const),
      voidPolicy: fc.constantFrom('draw' as const, 'counts_won' as const, 'drop' as const, 'cancel' as const),
      scores: fc.uniqueArray(fc.integer({ min: 1, max: matches }), { minLength: 1, maxLength: 3 }),
      prizes: fc.array(fc.bigInt({ min: 1n, max: 99_999n }), { minLength: 3, maxLength: 3 }),
      shares: fc.array(fc.integer({ min: 1, max: 3333 }), { minLength: 3, maxLength: 3 }),
      split: fc.boolean(),
      cancelAt: fc.integer({ min: 1, max: matches }),
      percents: fc.array(fc.integer({ min: 0, max: fullPercent }), { minLength: 6, maxLength: 6 }),
      listed: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ mode, voidPolicy, scores, prizes, shares, split, cancelAt, percents, listed }) => ({
      mode,
      voidPolicy,
      cancelAt,
      tiers: scores.map((correct, n): Tier =>
        mode === 'fixed' ? { correct, prize: prizes[n] ?? 1n, split } : { correct, share: shares[n] ?? 1 },
      ),
      reduced: scores.flatMap((correct, n) =>
        Array.from({ length: listed }, (_, v) => ({ voids: v + 1, correct, percent: percents[n * 2 + v] ?? 0 })),
      ),
    }))

test('picks survive the conversion to masks and back', () => {
  fc.assert(
    fc.property(fc.array(picked, { minLength: 1, maxLength: 40 }), (picks) => {
      const inOrder = picks.map((pick) => outcomes.filter((o) => pick.includes(o)))
      expect(picksOf(masksOf(picks), picks.length)).toEqual(inOrder)
    }),
  )
})

test('the number of lines of a ticket is the product of its picks; doubles and triples have separate limits', () => {
  const size = sizeOf([['draw'], ['home_team', 'draw'], ['home_team', 'draw', 'away_team'], ['draw', 'away_team']])
  expect(size).toEqual({ lines: 12, doubles: 2, triples: 1 })
  const maximum = { doubles: 2, triples: 1, lines: 12 }
  expect(isTooLarge(size, maximum)).toBe(false)
  expect(isTooLarge(size, { ...maximum, doubles: 1 })).toBe(true)
  expect(isTooLarge(size, { ...maximum, triples: 0 })).toBe(true)
  expect(isTooLarge(size, { ...maximum, lines: 11 })).toBe(true)
})

test('the number of lines by score agrees with scoring each line separately, for every policy for void matches', () => {
  fc.assert(
    fc.property(
      pool.chain((given) => fc.record({ given: fc.constant(given), terms: anyTerms(given.ended.length) })),
      ({ given: { ended, tickets }, terms }) => {
        const judged = judge(terms, ended)
        if (judged.kind === 'cancel') return
        const result = resultMasks(judged.effects)
        for (const picks of tickets) {
          const slow = new Map<number, number>()
          for (const line of expanded(picks)) {
            const score = slowScore(line, ended, terms.voidPolicy)
            slow.set(score, (slow.get(score) ?? 0) + 1)
          }
          const spread = spreadOf(masksOf(picks), result)
          expect(new Map(linesByScore(spread))).toEqual(slow)
          expect(bestOf(spread)).toBe(Math.max(...slow.keys()))
        }
      },
    ),
    { numRuns: 400 },
  )
})

/** The reference implementation of a whole settlement: fractions as numerators over 10^8, line by line. */
function slowTwin(
  terms: Terms,
  {
    ended,
    tickets,
    staked,
    carried,
    mustBeWon,
  }: {
    ended: readonly MatchOutcome[]
    tickets: readonly Outcome[][][]
    staked: bigint
    carried: bigint
    mustBeWon: boolean
  },
): 'cancel' | { returns: bigint[]; rolls: bigint } {
  const voids = ended.filter((match) => match.outcome === 'void').length
  const isDropping = terms.voidPolicy === 'drop' || terms.voidPolicy === 'cancel'
  if (terms.voidPolicy === 'cancel' && voids > 0 && voids >= (terms.cancelAt ?? 0)) return 'cancel'
  const lines = tickets.map((picks) => expanded(picks).map((line) => slowScore(line, ended, terms.voidPolicy)))
  const all = lines.flat()
  const paid = new Map<number, bigint>()
  let rolls = 0n
  let promised = 0
  for (const tier of terms.tiers) {
    const needed = isDropping ? tier.correct - voids : tier.correct
    if (needed < 1) return 'cancel'
    let percent = fullPercent
    if (terms.voidPolicy === 'counts_won' && voids > 0) {
      const row = terms.reduced?.find((reduced) => reduced.voids === voids && reduced.correct === tier.correct)
      if (!row) return 'cancel'
      percent = row.percent
    }
    promised += tier.share ?? 0
    const share = terms.mode === 'fixed' ? (tier.prize ?? 0n) : ((staked + carried) * BigInt(tier.share ?? 0)) / 10_000n
    const due = (share * BigInt(percent)) / 10_000n
    let score = needed
    if (!all.includes(score) && terms.mode === 'must_be_won' && mustBeWon && all.length > 0) score = Math.max(...all)
    const winners = all.filter((lineScore) => lineScore === score).length
    const isShared = terms.mode !== 'fixed' || tier.split === true
    const each = winners === 0 ? 0n : isShared ? due / BigInt(winners) : due
    paid.set(score, (paid.get(score) ?? 0n) + each)
    if (terms.mode !== 'fixed') rolls += winners === 0 ? share : share - due
  }
  rolls += terms.mode === 'fixed' ? carried : (carried * BigInt(10_000 - promised)) / 10_000n
  return { returns: lines.map((scores) => scores.reduce((sum, score) => sum + (paid.get(score) ?? 0n), 0n)), rolls }
}

test('a pool is divided as in the reference implementation, and no cent is lost', () => {
  fc.assert(
    fc.property(
      pool.chain((given) =>
        fc.record({
          given: fc.constant(given),
          terms: anyTerms(given.ended.length),
          price: fc.bigInt({ min: 1n, max: 5000n }),
          carried: fc.bigInt({ min: 0n, max: 1_000_000n }),
          mustBeWon: fc.boolean(),
        }),
      ),
      ({ given: { ended, tickets }, terms, price, carried: given, mustBeWon: must }) => {
        const carried = terms.mode === 'fixed' ? 0n : given
        const mustBeWon = terms.mode === 'must_be_won' && must
        const staked = price * BigInt(tickets.reduce((sum, picks) => sum + sizeOf(picks).lines, 0))
        const slow = slowTwin(terms, { ended, tickets, staked, carried, mustBeWon })
        const judged = judge(terms, ended)
        if (judged.kind === 'cancel') {
          expect(slow).toBe('cancel')
          return
        }
        const scores = scoresOf(tickets, resultMasks(judged.effects))
        const shares = shareOut(terms.mode, judged.tiers, { staked, carried, lines: added(scores), mustBeWon })
        const returns = scores.map((lines) => returnOf(lines, shares.prizes))
        expect({ returns, rolls: shares.rolls }).toEqual(slow)
        expect(returns.reduce((sum, one) => sum + one, 0n)).toBe(shares.paid)
        expect(shares.paid + shares.rounding + shares.rolls + shares.house).toBe(staked + carried)
        expect(shares.rounding >= 0n).toBe(true)
        if (terms.mode !== 'fixed') expect(shares.house >= 0n && shares.house <= staked).toBe(true)
      },
    ),
    { numRuns: 1500 },
  )
})

describe('by example', () => {
  const tier = (given: Tier): JudgedTier => ({ ...given, needed: given.correct, percent: fullPercent })
  const lines = new Map([
    [5, 1],
    [4, 3],
    [3, 20],
  ])
  const money = { staked: 10_000n, carried: 5_001n, lines, mustBeWon: false }

  test('a share is rounded down to the cent; the remainder is booked as rounding', () => {
    const tiers = [tier({ correct: 5, share: 5000 }), tier({ correct: 4, share: 2500 })]
    expect(shareOut('pool', tiers, money)).toMatchObject({
      tiers: [
        { correct: 5, lines: 1, prizeEach: 7500n },
        { correct: 4, lines: 3, prizeEach: 1250n },
      ],
      paid: 11_250n,
      house: 2500n,
      rolls: 1250n,
      rounding: 1n,
    })
  })

  test('a tier that no line reached rolls over, or is paid to the best lines if the pool must be won', () => {
    const tiers = [tier({ correct: 7, share: 6000 }), tier({ correct: 4, share: 1000 })]
    expect(shareOut('must_be_won', tiers, money)).toMatchObject({ rolls: 9000n + 1500n, paid: 1500n })
    expect(shareOut('must_be_won', tiers, { ...money, mustBeWon: true })).toMatchObject({
      tiers: [
        { correct: 7, needed: 5, lines: 1, prizeEach: 9000n },
        { correct: 4, lines: 3 },
      ],
      rolls: 1500n,
    })
  })

  test('a fixed prize is for each line, or shared by all', () => {
    const fixed = { ...money, carried: 0n }
    const each = shareOut('fixed', [tier({ correct: 4, prize: 100_000n })], fixed)
    expect(each).toMatchObject({ paid: 300_000n, house: -290_000n, rounding: 0n })
    const split = shareOut('fixed', [tier({ correct: 4, prize: 100_000n, split: true })], fixed)
    expect(split).toMatchObject({ paid: 99_999n, rounding: 1n, house: -90_000n })
  })

  test('the policy cancel cancels the pool from its number of void matches; below that number each void match lowers the required right picks of each tier by one', () => {
    const terms: Terms = { mode: 'pool', voidPolicy: 'cancel', cancelAt: 2, tiers: [{ correct: 3, share: 100 }] }
    const ended = (...all: MatchOutcome['outcome'][]) => all.map((one) => ({ outcome: one }))
    expect(judge(terms, ended('draw', 'void', 'void'))).toEqual({ kind: 'cancel' })
    expect(judge(terms, ended('draw', 'void', 'draw'))).toMatchObject({ kind: 'play', tiers: [{ needed: 2 }] })
    const drop: Terms = { ...terms, voidPolicy: 'drop', tiers: [{ correct: 2, share: 100 }] }
    expect(judge(drop, ended('draw', 'void', 'void'))).toEqual({ kind: 'cancel' })
  })

  test('terms with impossible tiers, shares above 100 %, missing prizes or a missing cancel number are refused', () => {
    const terms: Terms = { mode: 'pool', voidPolicy: 'drop', tiers: [{ correct: 3, share: 6000 }] }
    expect(termFaults(terms, 3)).toBeUndefined()
    expect(termFaults(terms, 2)).toHaveProperty('tiers')
    expect(termFaults({ ...terms, tiers: [...terms.tiers, { correct: 2, share: 4001 }] }, 3)).toHaveProperty('tiers')
    expect(termFaults({ ...terms, mode: 'fixed' }, 3)).toHaveProperty('tiers')
    expect(termFaults({ ...terms, voidPolicy: 'cancel' }, 3)).toHaveProperty('cancel_at')
  })
})

test('the drawn outcome of a void match can be recomputed without this package', () => {
  const seed = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex')
  expect(commitmentOf(seed)).toBe(createHash('sha256').update(seed).digest('hex'))
  for (let matchId = 10_000_000; matchId < 10_000_300; matchId++) {
    const u = createHmac('sha256', seed).update(`12:${matchId}:0`).digest().readUInt32BE(0)
    const slow = u < 1_431_655_765 ? 'home_team' : u < 1_431_655_765 + 1_431_655_766 ? 'draw' : 'away_team'
    expect(drawnOutcome(seed, { jackpotId: '12', matchId: String(matchId) })).toBe(slow)
  }
})

test('the crowd counts lines, and its percentages sum to 100', () => {
  expect(crowdOf([['home_team', 'draw'], ['away_team']], 2)).toEqual([1, 1, 0, 0, 0, 2])
  expect(percentages([1, 1, 1])).toEqual([34, 33, 33])
  expect(percentages([0, 0, 0])).toEqual([0, 0, 0])
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 3, maxLength: 3 }), (counts) => {
      const sum = percentages(counts).reduce((total, one) => total + one, 0)
      expect(sum).toBe(counts.some((one) => one > 0) ? 100 : 0)
    }),
  )
})
