import type { NamedPart } from './combination.ts'
import type { Score } from '../result.ts'

/** A half-time and a final score. */
export type Ended = { readonly half: Score; readonly full: Score }

const sumOf = ({ home, away }: Score): number => home + away
const signOf = ({ home, away }: Score): string => (home > away ? 'home_team' : home < away ? 'away_team' : 'draw')
const yes = (is: boolean): string => (is ? 'yes' : 'no')
const isOver = (key: string, count: number): boolean => {
  const [side, line] = key.split(' ')
  return side === 'over' ? count > Number(line) : count < Number(line)
}
const doubles: Readonly<Record<string, string>> = {
  '1x': 'home_team draw',
  '12': 'home_team away_team',
  x2: 'draw away_team',
}
const capped = (count: number, last: number): string => (count >= last ? `${last}+` : String(count))

/** The slow twin of `partWins`: the rules of the combinable markets written once more, from the text of the key. For tests only. */
export function winsByText({ marketId, oddKey: key }: NamedPart, { half, full }: Ended): boolean {
  const late = { home: full.home - half.home, away: full.away - half.away }
  const [of, one] = (
    {
      '60': [half, '1'],
      '63': [half, '10'],
      '66': [half, '16'],
      '68': [half, '18'],
      '75': [half, '29'],
      '83': [late, '1'],
      '85': [late, '10'],
      '90': [late, '18'],
    } as Record<string, [Score, string]>
  )[marketId] ?? [full, marketId]
  const both = of.home > 0 && of.away > 0
  const [first = '', second = '', third = ''] = key.split(' ')
  switch (one) {
    case '1':
      return signOf(of) === key
    case '10':
      return (doubles[key] ?? '').split(' ').includes(signOf(of))
    case '14': {
      const [home = 0, away = 0] = second.split(':').map(Number)
      return signOf({ home: of.home + home, away: of.away + away }) === first
    }
    case '16': {
      const own = first === 'home_team' ? of.home - of.away : of.away - of.home
      return own + (second === 'minus' ? -1 : 1) * Number(third) > 0
    }
    case '18':
      return isOver(key, sumOf(of))
    case '19':
      return isOver(key, of.home)
    case '20':
      return isOver(key, of.away)
    case '21':
      return capped(sumOf(of), 6) === key
    case '23':
      return capped(of.home, 3) === key
    case '24':
      return capped(of.away, 3) === key
    case '25': {
      const [from = 7, to = Infinity] = key === '7+' ? [] : key.split('-').map(Number)
      return sumOf(of) >= from && sumOf(of) <= to
    }
    case '26':
      return (sumOf(of) % 2 === 0 ? 'even' : 'odd') === key
    case '29':
      return yes(both) === key
    case '30':
      return (both ? 'both' : of.home > 0 ? 'only home_team' : of.away > 0 ? 'only away_team' : 'none') === key
    case '31':
      return yes(of.away === 0) === key
    case '32':
      return yes(of.home === 0) === key
    case '33':
      return yes(of.home > 0 && of.away === 0) === key
    case '34':
      return yes(of.away > 0 && of.home === 0) === key
    case '35':
      return `${signOf(of)} ${yes(both)}` === key
    case '36':
      return isOver(`${first} ${second}`, sumOf(of)) && yes(both) === third
    case '37':
      return signOf(of) === first && isOver(`${second} ${third}`, sumOf(of))
    case '45':
      return (of.home > 4 || of.away > 4 ? 'other' : `${of.home}:${of.away}`) === key
    case '47':
      return `${signOf(half)}/${signOf(full)}` === key
    case '52': {
      const [early, after] = [sumOf(half), sumOf(late)]
      return (early > after ? 'first_half' : early < after ? 'second_half' : 'equal') === key
    }
    default:
      throw new RangeError(`the twin does not know market ${marketId}`)
  }
}

const totals = ['0.5', '1.5', '2.5', '3.5', '4.5']
const handicaps = ['-1.5', '-0.5', '0.5', '1.5']
const starts = ['0:1', '1:0', '2:0']

/** Lines of each kind that the tests name, those that do not combine included. */
export const linesForTests = ['', ...totals, ...handicaps, ...starts, '1', '2', '2.25', '-1', '0', '0.75']

/** Every half-time and final score of up to this many goals a side. */
export function endsUpTo(most: number): Ended[] {
  const numbers = (last: number): number[] => Array.from({ length: last + 1 }, (_, n) => n)
  const scores = (last: Score): Score[] =>
    numbers(last.home).flatMap((home) => numbers(last.away).map((away) => ({ home, away })))
  return scores({ home: most, away: most }).flatMap((full) => scores(full).map((half) => ({ half, full })))
}
