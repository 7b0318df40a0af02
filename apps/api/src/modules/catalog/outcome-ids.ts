import { marketsOfSport, type Market } from '@nare/bets/markets/markets'
import { sportKeys } from '@nare/bets/markets/sports'
import { own } from '#platform/own'

const yesNo = { yes: '74', no: '76' }
const three = { home_team: '1', draw: '2', away_team: '3' }
const chances = { '1x': '9', '12': '10', x2: '11' }
const two = { home_team: '4', away_team: '5' }
const start = { home_team: '1711', draw: '1712', away_team: '1713' }
const asian = { home_team: '1714', away_team: '1715' }
const total = { over: '12', under: '13' }

const correctScores: Readonly<Record<string, string>> = Object.fromEntries([
  ...Array.from({ length: 25 }, (_, n): [string, string] => [`${n % 5}:${Math.floor(n / 5)}`, String(274 + 2 * n)]),
  ['other', '324'],
])
const exactGoals = Object.fromEntries(
  Array.from({ length: 7 }, (_, n): [string, string] => [n === 6 ? '6+' : String(n), `sr:exact_goals:6+:${68 + n}`]),
)
const halfFull = Object.fromEntries(
  ['home_team', 'draw', 'away_team'].flatMap((half, i) =>
    ['home_team', 'draw', 'away_team'].map((full, j): [string, string] => [
      `${half}/${full}`,
      String(418 + 2 * (3 * i + j)),
    ]),
  ),
)

/** The ids of the outcomes of most markets follow from their keys. */
const usual: Readonly<Record<Market['line'], readonly Readonly<Record<string, string>>[]>> = {
  none: [three, two, chances, yesNo],
  total: [total],
  asian: [asian],
  start: [start],
  goal: [],
  combination: [],
}
const lineOfKind = { none: '', total: '0.5', asian: '0.5', start: '0:1', goal: '1', combination: '' } as const

/** Markets whose outcomes have ids of their own, by key without the line. */
const special: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '21': exactGoals,
  '25': {
    '0-1': 'sr:goal_range:7+:1342',
    '2-3': 'sr:goal_range:7+:1343',
    '4-6': 'sr:goal_range:7+:1344',
    '7+': 'sr:goal_range:7+:1345',
  },
  '26': { odd: '70', even: '72' },
  '30': { none: '784', 'only home_team': '788', 'only away_team': '790', both: '792' },
  '35': {
    'home_team yes': '78',
    'home_team no': '80',
    'draw yes': '82',
    'draw no': '84',
    'away_team yes': '86',
    'away_team no': '88',
  },
  '36': { 'over yes': '90', 'under yes': '92', 'over no': '94', 'under no': '96' },
  '37': {
    'home_team under': '794',
    'home_team over': '796',
    'draw under': '798',
    'draw over': '800',
    'away_team under': '802',
    'away_team over': '804',
  },
  '45': correctScores,
  '47': halfFull,
  '52': { first_half: '436', second_half: '438', equal: '440' },
  '8': { home_team: '6', none: '7', away_team: '8' },
}

/** The Unified Odds Feed's outcome ids of a market by key without its line; undefined if it has none. */
function idsOf(of: Market): Readonly<Record<string, string>> | undefined {
  const line = lineOfKind[of.line]
  const keys = of.keys(line).map((key) => withoutLine(key, line))
  const fits = (ids: object): boolean =>
    Object.keys(ids).length === keys.length && keys.every((key) => Object.hasOwn(ids, key))
  return own(special, of.id) ?? usual[of.line].find(fits)
}

const idsByMarket = new Map(sportKeys.flatMap(marketsOfSport).map((of) => [of.id, idsOf(of)]))

/** The Unified Odds Feed's id of an outcome, or `oddKey` if the feed has no such outcome. */
export function outcomeId(marketId: string, oddKey: string, line: string): string {
  const ids = idsByMarket.get(marketId)
  return (ids && (own(ids, withoutLine(oddKey, line)) ?? own(ids, oddKey))) ?? oddKey
}

function withoutLine(oddKey: string, line: string): string {
  const side = /^(home_team|away_team) (?:plus|minus) /.exec(oddKey)?.[1]
  return side ?? (line === '' ? oddKey : oddKey.replace(` ${line}`, ''))
}
