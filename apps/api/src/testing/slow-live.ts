import { slowFactor, slowMarkets, type Ratio, type Scores } from './slow-bets.ts'

/**
 * The result of a match and the facts of a live bet on it: the scoring sides in order (absent if they are unknown), and the score when
 * the bet was accepted (absent for a bet before kick-off).
 */
export type LiveFacts = Scores & {
  readonly goals?: readonly ('home' | 'away')[] | undefined
  readonly at?: readonly [number, number] | undefined
}

type Goals = readonly [number, number]

const sum = ([home, away]: Goals) => home + away
const side = ([home, away]: Goals) => (home > away ? 'home_team' : home < away ? 'away_team' : 'draw')
const yes = (is: boolean) => (is ? 'yes' : 'no')
const capped = (count: number, last: number) => (count >= last ? `${last}+` : String(count))
const later = ({ half, full }: Scores): Goals => [full[0] - half[0], full[1] - half[1]]
const within: Record<string, (count: number) => boolean> = {
  '0-1': (count) => count < 2,
  '2-3': (count) => count === 2 || count === 3,
  '4-6': (count) => count > 3 && count < 7,
  '7+': (count) => count > 6,
}
const doubles: Record<string, string[]> = {
  '1x': ['home_team', 'draw'],
  '12': ['home_team', 'away_team'],
  x2: ['draw', 'away_team'],
}

/** Whether a pick wins, or its stake is returned ('back'), in the markets that `slowFactor` does not cover. */
const written: Record<string, (key: string, facts: LiveFacts) => boolean | 'back'> = {
  '8': (key, { goals }) => {
    const [scorer, number] = key.split(' ')
    if (!goals) return 'back'
    const by = goals[Number(number) - 1]
    return scorer === (by ? `${by}_team` : 'none')
  },
  '14': (key, { full: [home, away] }) => {
    const [pick, start = ''] = key.split(' ')
    const [forHome = 0, forAway = 0] = start.split(':').map(Number)
    return pick === side([home + forHome, away + forAway])
  },
  '21': (key, { full }) => key === capped(sum(full), 6),
  '23': (key, { full }) => key === capped(full[0], 3),
  '24': (key, { full }) => key === capped(full[1], 3),
  '25': (key, { full }) => within[key]?.(sum(full)) ?? false,
  '31': (key, { full }) => key === yes(full[1] === 0),
  '32': (key, { full }) => key === yes(full[0] === 0),
  '33': (key, { full: [home, away] }) => key === yes(home > 0 && away === 0),
  '34': (key, { full: [home, away] }) => key === yes(away > 0 && home === 0),
  '35': (key, { full }) => key === `${side(full)} ${yes(full[0] > 0 && full[1] > 0)}`,
  '36': (key, { full }) => {
    const [total, line, both] = key.split(' ')
    return (total === 'over') === sum(full) > Number(line) && both === yes(full[0] > 0 && full[1] > 0)
  },
  '37': (key, { full }) => {
    const [pick, total, line] = key.split(' ')
    return pick === side(full) && (total === 'over') === sum(full) > Number(line)
  },
  '63': (key, { half }) => doubles[key]?.includes(side(half)) ?? false,
  '64': (key, { half }) => (side(half) === 'draw' ? 'back' : key === side(half)),
  '85': (key, facts) => doubles[key]?.includes(side(later(facts))) ?? false,
}

/** The markets whose total counts the goals of one side. */
const oneSide: Record<string, 0 | 1> = { '19': 0, '20': 1 }
/** Handicaps and the rest of the match: a live bet on them counts the goals after it. */
const sinceBet: readonly string[] = ['7', '16', '66']

/** The markets that these rules cover. */
export const slowLiveMarkets: readonly string[] = [
  ...new Set([...slowMarkets, ...Object.keys(written), ...Object.keys(oneSide)]),
]

/** The factor on the stake of a pick before kick-off or live, at these odds (thousandths). */
export function slowLiveFactor(market: string, key: string, odds: bigint, facts: LiveFacts): Ratio {
  const verdict = written[market]?.(key, facts)
  if (verdict !== undefined) return verdict === 'back' ? [1n, 1n] : verdict ? [odds, 1000n] : [0n, 1n]
  const of = oneSide[market]
  if (of !== undefined) return slowFactor('18', key, odds, { ...facts, full: [facts.full[of], 0] })
  if (!sinceBet.includes(market) || !facts.at) return slowFactor(market, key, odds, facts)
  const [home, away] = facts.at
  const since = ([h, a]: Goals): Goals => [h - home, a - away]
  return slowFactor(market, key, odds, { half: since(facts.half), full: since(facts.full) })
}
