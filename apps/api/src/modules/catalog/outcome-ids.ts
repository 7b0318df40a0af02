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

/** The Unified Odds Feed's outcome ids by market and by key without its line (DOMAIN 1.2). */
const ids: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '1': three,
  '7': three,
  '60': three,
  '83': three,
  '10': chances,
  '63': chances,
  '85': chances,
  '11': two,
  '64': two,
  '14': start,
  '16': asian,
  '66': asian,
  '223': asian,
  '187': asian,
  '410': asian,
  '18': total,
  '139': total,
  '166': total,
  '19': total,
  '20': total,
  '68': total,
  '90': total,
  '225': total,
  '189': total,
  '412': total,
  '21': exactGoals,
  '25': {
    '0-1': 'sr:goal_range:7+:1342',
    '2-3': 'sr:goal_range:7+:1343',
    '4-6': 'sr:goal_range:7+:1344',
    '7+': 'sr:goal_range:7+:1345',
  },
  '26': { odd: '70', even: '72' },
  '29': yesNo,
  '75': yesNo,
  '31': yesNo,
  '32': yesNo,
  '33': yesNo,
  '34': yesNo,
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
  '219': two,
  '186': two,
  '406': two,
  '340': two,
}

/** The Unified Odds Feed's id of an outcome, or `oddKey` if the feed has no such outcome. */
export function outcomeId(marketId: string, oddKey: string, line: string): string {
  const byKey = own(ids, marketId)
  if (!byKey) return oddKey
  const asAsian = /^(home_team|away_team) (?:plus|minus) /.exec(oddKey)?.[1]
  const bare = asAsian ?? (line === '' ? oddKey : oddKey.replace(` ${line}`, ''))
  return own(byKey, bare) ?? own(byKey, oddKey) ?? oddKey
}
