import type { MatchNow, PresentLine } from '@nare/odds/expected'
import { evenTotal, type SoccerBasis } from './pricing.ts'

const halfGoals = ['0.5', '1.5', '2.5', '3.5', '4.5', '5.5']

/** The prices of the match winner and of the total whose two prices are closest; undefined without the former. */
export function fittedBasis({ present }: Pick<MatchNow, 'present'>): SoccerBasis | undefined {
  const winner = oddsOf(present('1', ''))
  const [home, draw, away] = [winner?.['home_team'], winner?.['draw'], winner?.['away_team']]
  if (home === undefined || draw === undefined || away === undefined) return undefined
  const totals = halfGoals.flatMap((line) => {
    const odds = oddsOf(present('18', line))
    const [over, under] = [odds?.[`over ${line}`], odds?.[`under ${line}`]]
    return over === undefined || under === undefined ? [] : [{ line: Number(line), over, under }]
  })
  const [even = { line: 2.5, ...evenTotal }] = totals.toSorted((a, b) => priceGap(a) - priceGap(b))
  return { given: { home_odd: home, neutral_odd: draw, away_odd: away, ...even } }
}

const priceGap = ({ over, under }: { over: number; under: number }): number => Math.abs(1 / over - 1 / under)

function oddsOf(line: PresentLine | undefined): Readonly<Record<string, number>> | undefined {
  const all = line?.keys.map((key, at): [string, number | undefined] => {
    const odds = line.prices[at]
    return [key, odds === null || odds === undefined ? undefined : Number(odds) / 1000]
  })
  return all?.every((each): each is [string, number] => (each[1] ?? 0) > 1) ? Object.fromEntries(all) : undefined
}
