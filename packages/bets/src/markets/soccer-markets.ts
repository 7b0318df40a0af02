import { asianHandicap, numberedGoal, picks, startHandicap, totals, withTotal } from './market.ts'
import type { Head, Market, Pick } from './market.ts'
import type { Score } from '../result.ts'

const home = (s: Score) => s.home > s.away
const level = (s: Score) => s.home === s.away
const away = (s: Score) => s.away > s.home
const goals = (s: Score) => s.home + s.away
const both = (s: Score) => s.home > 0 && s.away > 0

const three: readonly Pick[] = [
  ['home_team', '1', home],
  ['draw', 'X', level],
  ['away_team', '2', away],
]
const two: readonly Pick[] = [
  ['home_team', '1', home],
  ['away_team', '2', away],
]
const chances: readonly Pick[] = [
  ['1x', '1X', (s) => !away(s)],
  ['12', '12', (s) => !level(s)],
  ['x2', 'X2', (s) => !home(s)],
]

const yesNo = (wins: (s: Score) => boolean): readonly Pick[] => [
  ['yes', 'Yes', wins],
  ['no', 'No', (s) => !wins(s)],
]

/** Picks on the exact value of `count`: "0", "1", … and the last such as "3+". */
const exactly = (count: (s: Score) => number, last: number): readonly Pick[] =>
  Array.from({ length: last + 1 }, (_, n): Pick =>
    n === last ? [`${n}+`, `${n}+`, (s) => count(s) >= n] : [`${n}`, `${n}`, (s) => count(s) === n],
  )

const between = (from: number, to: number): Pick => [
  `${from}-${to}`,
  `${from}-${to}`,
  (s) => goals(s) >= from && goals(s) <= to,
]

const resultAndBoth: readonly Pick[] = three.flatMap(([key, display, wins]): Pick[] => [
  [`${key} yes`, `${display} & Yes`, (s, p) => wins(s, p) && both(s)],
  [`${key} no`, `${display} & No`, (s, p) => wins(s, p) && !both(s)],
])

const listedScores: readonly Pick[] = Array.from({ length: 25 }, (_, n): Pick => {
  const at = { home: Math.floor(n / 5), away: n % 5 }
  const text = `${at.home}:${at.away}`
  return [text, text, (s) => s.home === at.home && s.away === at.away]
})
const scores: readonly Pick[] = [...listedScores, ['other', 'Other', (s) => s.home > 4 || s.away > 4]]

const halfAndFull: readonly Pick[] = three.flatMap(([half, halfShown, halfWins]) =>
  three.map(([full, fullShown, fullWins]): Pick => [
    `${half}/${full}`,
    `${halfShown}/${fullShown}`,
    (_, p) => halfWins(p.half, p) && fullWins(p.full, p),
  ]),
)

const secondHalf = (half: Score, full: Score) => goals(full) - goals(half)
const richestHalf: readonly Pick[] = [
  ['first_half', '1st half', (_, p) => goals(p.half) > secondHalf(p.half, p.full)],
  ['second_half', '2nd half', (_, p) => goals(p.half) < secondHalf(p.half, p.full)],
  ['equal', 'Equal', (_, p) => goals(p.half) === secondHalf(p.half, p.full)],
]

const scorers: readonly Pick[] = [
  ['none', 'None', (s) => goals(s) === 0],
  ['only home_team', 'Only 1', (s) => s.home > 0 && s.away === 0],
  ['only away_team', 'Only 2', (s) => s.away > 0 && s.home === 0],
  ['both', 'Both', both],
]

const first = (id: string, name: string): Head => ({ id, name, period: 'first_half' })
const second = (id: string, name: string): Head => ({ id, name, period: 'second_half' })

/**
 * The soccer markets, in display order. The ids are those of the Unified Odds Feed; the names are our own. "Rest of
 * the match" is decided by the goals after the bet only.
 */
export const soccerMarkets: readonly Market[] = [
  picks({ id: '1', name: '1X2' }, three),
  picks({ id: '10', name: 'Double chance', winners: 2 }, chances),
  picks({ id: '11', name: 'Draw no bet' }, two, level),
  totals({ id: '18', name: 'Total goals' }, goals),
  picks({ id: '29', name: 'Both teams to score' }, yesNo(both)),
  startHandicap({ id: '14', name: 'Handicap' }),
  asianHandicap({ id: '16', name: 'Asian handicap', since: 'bet' }),
  totals({ id: '19', name: 'Home team goals' }, (s) => s.home),
  totals({ id: '20', name: 'Away team goals' }, (s) => s.away),
  picks({ id: '21', name: 'Exact goals', counts: goals }, exactly(goals, 6)),
  picks(
    { id: '23', name: 'Home team exact goals' },
    exactly((s) => s.home, 3),
  ),
  picks(
    { id: '24', name: 'Away team exact goals' },
    exactly((s) => s.away, 3),
  ),
  picks({ id: '25', name: 'Goal range', counts: goals }, [
    between(0, 1),
    between(2, 3),
    between(4, 6),
    ['7+', '7+', (s) => goals(s) >= 7],
  ]),
  picks({ id: '26', name: 'Odd or even', counts: goals }, [
    ['odd', 'Odd', (s) => goals(s) % 2 === 1],
    ['even', 'Even', (s) => goals(s) % 2 === 0],
  ]),
  picks({ id: '30', name: 'Which team scores' }, scorers),
  picks(
    { id: '31', name: 'Home team clean sheet' },
    yesNo((s) => s.away === 0),
  ),
  picks(
    { id: '32', name: 'Away team clean sheet' },
    yesNo((s) => s.home === 0),
  ),
  numberedGoal({ id: '8', name: 'Next goal' }),
  picks({ id: '7', name: 'Rest of the match', since: 'bet' }, three),
  picks(
    { id: '33', name: 'Home team wins to nil' },
    yesNo((s) => home(s) && s.away === 0),
  ),
  picks(
    { id: '34', name: 'Away team wins to nil' },
    yesNo((s) => away(s) && s.home === 0),
  ),
  picks({ id: '35', name: '1X2 and both teams to score' }, resultAndBoth),
  withTotal({ id: '36', name: 'Total goals and both teams to score' }, yesNo(both), 'total'),
  withTotal({ id: '37', name: '1X2 and total goals' }, three, 'pick'),
  picks({ id: '45', name: 'Correct score' }, scores),
  picks({ id: '47', name: 'Half-time/full-time', needs: 'halves' }, halfAndFull),
  picks({ id: '52', name: 'Half with most goals', needs: 'halves' }, richestHalf),
  picks(first('60', '1st half 1X2'), three),
  picks({ ...first('63', '1st half double chance'), winners: 2 }, chances),
  picks(first('64', '1st half draw no bet'), two, level),
  asianHandicap({ ...first('66', '1st half Asian handicap'), since: 'bet' }),
  totals(first('68', '1st half goals'), goals),
  picks(first('75', '1st half both teams to score'), yesNo(both)),
  picks(second('83', '2nd half 1X2'), three),
  picks({ ...second('85', '2nd half double chance'), winners: 2 }, chances),
  totals(second('90', '2nd half goals'), goals),
  totals({ id: '166', name: 'Total corners', needs: 'corners' }, goals),
  totals({ id: '139', name: 'Total cards', needs: 'cards' }, goals),
]
