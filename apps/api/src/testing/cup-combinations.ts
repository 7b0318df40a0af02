import { combinations } from '@nare/contract/combinations'
import type { Call, Dice, Offered, Slip } from './cup-bettors.ts'
import type { Ratio } from './slow-bets.ts'
import { slowLiveFactor, type LiveFacts } from './slow-live.ts'
import type { SeededBettor } from './seed.ts'

const combinable = '1 10 14 18 19 20 21 23 24 25 26 29 30 35 37 47 52 60 68 75 83 90'.split(' ')
const likelyBelow = 4

type Asking = {
  readonly call: Call
  readonly bettor: SeededBettor
  readonly roll: Dice
  readonly count: (answer: string) => void
}

/** A single on two to four picks of one match together, at the price that the server says; undefined if it has none. */
export async function combinationSlip(
  offers: readonly Offered[],
  { call, bettor, roll, count }: Asking,
): Promise<Slip | undefined> {
  const of = offers[roll(offers.length || 1)]
  const lines = of?.view.odds.filter((line) => line.state === 'open' && combinable.includes(line.sub_type_id)) ?? []
  const picks = Array.from({ length: 2 + roll(3) }, () => {
    const line = lines[roll(lines.length || 1)]
    const open = line?.odds.filter(({ odd_value }) => odd_value !== null && Number(odd_value) < likelyBelow) ?? []
    const outcome = open[roll(open.length || 1)]
    return line && outcome && { sub_type_id: line.sub_type_id, odd_key: outcome.odd_key }
  })
  const known = [...new Map(picks.flatMap((one) => (one ? [[`${one.sub_type_id} ${one.odd_key}`, one]] : []))).values()]
  if (!of || known.length < 2) return undefined
  const match_id = of.view.match_id
  const { status, body } = await call(combinations.combine, { match_id, picks: known }, bettor.token)
  if (status !== 200) throw new Error(`no answer about a combination: ${JSON.stringify(body)}`)
  const { odd_key, odd_value, singles, conflicts } = body.data
  if (odd_value === null) {
    count(`combination: ${conflicts[0]?.why ?? 'no price'}`)
    return undefined
  }
  if (singles === null) throw new Error(`a combination at ${odd_value} has parts without prices: ${odd_key}`)
  const pick = { match_id, sub_type_id: '900', odd_key, odd_value }
  return { picks: [{ of, pick, implied: 1 / Number(odd_value) }], sizes: undefined }
}

/** The factor on the stake of a combination, by the reference rules of its parts. `isVoid`: whether a trader declared a market void. */
export function slowCombination(
  { key, odds }: { readonly key: string; readonly odds: bigint },
  facts: LiveFacts,
  isVoid: (market: string) => boolean,
): Ratio {
  const verdicts = key.split(' and ').map((part) => {
    const [, market = '', outcome = ''] = /^m(\d+) (.*)$/.exec(part) ?? []
    if (isVoid(market)) return 'back'
    return slowLiveFactor(market, outcome, 2000n, { ...facts, at: undefined })[0] === 0n ? 'lost' : 'won'
  })
  if (verdicts.includes('lost')) return [0n, 1n]
  return verdicts.includes('back') ? [1n, 1n] : [odds, 1000n]
}
