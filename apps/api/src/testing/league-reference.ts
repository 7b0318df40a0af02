import type { DrawnMatch } from '@nare/league/draw'

/** The fields of a bet in the API's responses on which its settlement depends. */
export type ReferenceBet = {
  readonly stake: string
  readonly type: string
  readonly system?: readonly number[] | undefined
  readonly legs: readonly {
    readonly match_id: string
    readonly sub_type_id: string
    readonly odd_key: string
    readonly odd_value: string
  }[]
}

/** The outcome of each match: its result, or void with its round. A match whose round has not ended is absent. */
export type ReferenceResults = ReadonlyMap<number, DrawnMatch | 'void'>
type LegState = 'open' | 'won' | 'lost' | 'void'

/**
 * The end of a league bet by the written rules, leg by leg: the reference implementation of the settlement, with which it shares no
 * code. It applies no maximum payout.
 */
export function referenceOf(
  bet: ReferenceBet,
  results: ReferenceResults,
): { state: string; returned: string; legs: LegState[] } {
  const legs = bet.legs.map((leg): LegState => {
    const result = results.get(Number(leg.match_id))
    if (result === undefined) return 'open'
    if (result === 'void') return 'void'
    return hasWon(leg.sub_type_id, leg.odd_key, result) ? 'won' : 'lost'
  })
  const sizes = bet.type === 'system' ? (bet.system ?? []) : [legs.length]
  const lines = sizes.flatMap((size) => choose(legs.length, size))
  const alive = lines.filter((line) => line.every((n) => legs[n] !== 'lost'))
  if (alive.length === 0) return { state: 'lost', returned: '0.00', legs }
  if (legs.includes('open')) return { state: 'open', returned: '0.00', legs }
  const stake = cents(bet.stake)
  if (legs.every((state) => state === 'void')) return { state: 'void', returned: bet.stake, legs }
  // A line's product is in units of 1 / 100 ^ (number of legs).
  const unit = 100n ** BigInt(legs.length)
  let sum = 0n
  for (const line of alive) {
    let product = unit
    for (const n of line) if (legs[n] === 'won') product = (product * cents(bet.legs[n]?.odd_value ?? '')) / 100n
    sum += product
  }
  const returned = (stake * sum) / (unit * BigInt(lines.length))
  if (returned === 0n) return { state: 'lost', returned: '0.00', legs }
  return { state: 'won', returned: `${returned / 100n}.${String(returned % 100n).padStart(2, '0')}`, legs }
}

const cents = (text: string): bigint => {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** Every combination of `size` of the numbers from 0 to `count` - 1. */
function choose(count: number, size: number): number[][] {
  if (size === 0) return [[]]
  return Array.from({ length: count }, (_, last) => last).flatMap((last) =>
    choose(last, size - 1).map((rest) => [...rest, last]),
  )
}

/** Whether an outcome won, by the rules of the league's markets. */
function hasWon(market: string, key: string, { fullTime, halfTime, goals }: DrawnMatch): boolean {
  const { home, away } = fullTime
  const result = winner(home, away)
  const [side = '', line = '', third = ''] = key.split(' ')
  switch (market) {
    case '3':
      return key === result
    case '310':
      return { '1x': home >= away, '12': home !== away, x2: away >= home }[key] ?? false
    case '318':
      return isOver(side, line, home + away)
    case '319':
      return isOver(side, line, home)
    case '320':
      return isOver(side, line, away)
    case '329':
      return (key === 'yes') === home * away > 0
    case '345':
      return key === 'other' ? Math.max(home, away) > 4 : key === `${home}:${away}`
    case '360':
      return key === winner(halfTime.home, halfTime.away)
    case '347':
      return key === `${winner(halfTime.home, halfTime.away)}/${result}`
    case '321':
      return key === (home + away >= 6 ? '6+' : String(home + away))
    case '337':
      return side === result && isOver(line, third, home + away)
    case '308':
      return side === (goals[0] ? `${goals[0].side}_team` : 'none')
    default:
      throw new Error(`the league has no market ${market}`)
  }
}

const winner = (home: number, away: number): string => (home > away ? 'home_team' : home < away ? 'away_team' : 'draw')

/** No line of the league is a whole number, so there is no push. */
const isOver = (side: string, line: string, count: number): boolean => (side === 'over') === count > Number(line)
