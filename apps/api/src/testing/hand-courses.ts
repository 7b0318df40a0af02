import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { cashOut } from '@nare/contract/cash-out'
import { money, price } from '@nare/money/money'
import { transact } from '#platform/db'
import type { TestApp } from './app.ts'
import { betsOn, pick, type SentPick } from './bets.ts'
import { cashOutsOn } from './cash-outs.ts'
import { effectOf, foreseen, houseOn } from './house-results.ts'

/** Picks of one match: its winner, a total with a whole line, and handicaps with quarter lines, which halve. */
const outcomes = [
  ['1', 'home_team', '2.10'],
  ['1', 'draw', '3.40'],
  ['1', 'away_team', '3.60'],
  ['18', 'over 2.5', '1.90'],
  ['18', 'under 2', '2.20'],
  ['16', 'home_team minus 0.25', '1.90'],
  ['16', 'away_team plus 0.75', '1.70'],
] as const
const matchCount = 3

const zPick = fc.nat(outcomes.length - 1)
/** For each match a pick of it or none, at least one. */
const zPicks = fc.array(fc.option(zPick, { nil: undefined }), { minLength: matchCount, maxLength: matchCount })
const zBet = fc.record({
  bettor: fc.nat(3),
  picks: zPicks.filter((picks) => picks.some((one) => one !== undefined)),
  isSystem: fc.boolean(),
  stake: fc.constantFrom('10', '35.50', '99.99', '150'),
  cashOut: fc.option(fc.constantFrom('0.25', '0.50', '1'), { nil: undefined, freq: 4 }),
})

const zScore = fc.constantFrom('0:0', '1:0', '1:1', '2:0', '0:2', '2:1', '1:3')
const zMatch = fc.nat(matchCount - 1)
const zStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('result' as const), match: zMatch, score: zScore }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void match' as const), match: zMatch }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('walkover' as const), match: zMatch }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void outcome' as const), match: zMatch, outcome: zPick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end void' as const), match: zMatch, outcome: zPick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void ticket' as const), bet: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle again' as const), bet: fc.nat(40) }) },
  // The bettors stake what they have elsewhere, so that a correction finds nothing.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('spend' as const) }) },
)

/** A course: bets of four bettors on three matches, and what people of the house decide afterwards, in order. */
export const courses = fc.record({
  bets: fc.array(zBet, { minLength: 8, maxLength: 24 }),
  steps: fc.array(zStep, { minLength: 5, maxLength: 14 }),
})
export type Course = typeof courses extends fc.Arbitrary<infer C> ? C : never

/**
 * Plays a course with the traders Tom and Tess. Before each decision its preview is asked for, and what then happens to every ticket and every debt must be exactly that. Returns
 * how many decisions moved money and how many left a debt.
 */
export async function playCourse(nare: TestApp, { bets: slips, steps }: Course) {
  const { bets, cashOuts, house } = { bets: betsOn(nare), cashOuts: cashOutsOn(nare), house: houseOn(nare) }
  const bettors = await nare.bettors(4, 250)
  for (const { id } of bettors.slice(2)) await giveBonus(nare, id)
  const matches: string[] = []
  for (let n = 0; n < matchCount; n++) matches.push(await nare.match())
  const elsewhere = await nare.match()
  for (const match of matches)
    await bets.price(match, {
      '18': { 'under 2': '2.20' },
      '16': { 'home_team minus 0.25': '1.90', 'away_team plus 0.75': '1.70' },
    })

  const placed: string[] = []
  for (const slip of slips) {
    const token = bettors[slip.bettor]?.token ?? ''
    const picks = slip.picks.flatMap((one, n): SentPick[] => {
      const chosen = one === undefined ? undefined : outcomes[one]
      return chosen ? [pick(matches[n] ?? '', ...chosen)] : []
    })
    const how = slip.isSystem && picks.length === 3 ? { type: 'system' as const, system: [2] } : {}
    const answer = await bets.place(token, picks, { stake: slip.stake, ...how })
    if (answer.status !== 201) continue
    placed.push(answer.body.bet.bet_id)
    if (slip.cashOut === undefined) continue
    const quoted = await cashOuts.quote(token, answer.body.bet.bet_id)
    if (quoted.status !== 200) continue
    const take = {
      bet_id: answer.body.bet.bet_id,
      id: randomUUID(),
      quote_id: quoted.body.quote_id,
      part: slip.cashOut,
    }
    expect((await nare.call(cashOut.take, take, token)).status).toBe(200)
  }

  const seen = { moved: 0, debts: 0 }
  for (const step of steps) {
    if (step.kind === 'spend') {
      for (const { token } of bettors) {
        const balance = await bets.balance(token)
        if (Number(balance) >= 1) await bets.place(token, [pick(elsewhere)], { stake: balance })
      }
      continue
    }
    const asked = await decisionOf(step, { preview: true })
    // Nothing was void.
    if (asked.status === 422 || (step.kind === 'end void' && asked.status === 400)) continue
    expect(asked.body).toMatchObject({ state: 'preview' })
    const before = await house.stand()
    const decided = await decisionOf(step)
    // What one person may not decide alone is decided by the same call of another.
    if (decided.status === 202) expect((await decisionOf(step, { by: 'tess' })).status).toBe(200)
    else expect(decided.status).toBe(200)
    const happened = await house.changedSince(before)
    expect(happened).toEqual(foreseen(effectOf(asked)))
    // Settled bets wager the bonus, so that later corrections are of grants that have become cash.
    await nare.app.bonus.wager()
    if (happened.bets > 0) seen.moved++
    if (happened.debt !== '0.00') seen.debts++
  }
  await bets.verifyBooks()
  return seen

  function decisionOf(
    step: Exclude<Course['steps'][number], { kind: 'spend' }>,
    { by = 'tom', ...asked }: { by?: string; preview?: true } = {},
  ) {
    if (step.kind === 'void ticket' || step.kind === 'settle again') {
      const betId = placed[step.bet % Math.max(1, placed.length)] ?? '1'
      return house.ticket(step.kind === 'void ticket' ? 'voidTicket' : 'resettleTicket', betId, { by, ...asked })
    }
    const match = matches[step.match] ?? ''
    if (step.kind === 'result') return house.result(match, { full_time: step.score, ...asked }, { by })
    if (step.kind === 'walkover') return house.result(match, { walkover: true, ...asked }, { by })
    if (step.kind === 'void match') return house.void(match, asked, { by })
    const [sub_type_id, odd_key] = outcomes[step.outcome] ?? outcomes[0]
    return house.void(match, { sub_type_id, odd_key, ...(step.kind === 'end void' && { end: true }), ...asked }, { by })
  }
}

async function giveBonus({ app }: TestApp, bettor: bigint): Promise<void> {
  const terms = { source: 'operator', wagerTimes: 1, minOdds: price(1000n), days: 7 } as const
  const given = { id: randomUUID(), bettor, amount: money(12_000n), ...terms }
  await transact(app.db, (tx) => app.bonus.grant(tx, given))
}
