/**
 * The goals of home and away at half-time and at full time, the corners and cards if they are known (a red card counts as two yellow
 * cards), and the score when a live bet was accepted.
 */
export type Scores = {
  readonly half: readonly [number, number]
  readonly full: readonly [number, number]
  readonly corners?: readonly [number, number] | undefined
  readonly cards?: readonly [number, number] | undefined
  readonly atBet?: readonly [number, number] | undefined
}

/** An exact fraction. */
export type Ratio = readonly [above: bigint, below: bigint]

type Side = 'home_team' | 'draw' | 'away_team'
type Goals = readonly [number, number]

const winner = ([home, away]: Goals): Side => (home > away ? 'home_team' : home < away ? 'away_team' : 'draw')
const sum = ([home, away]: Goals) => home + away
const later = ({ half, full }: Scores): Goals => [full[0] - half[0], full[1] - half[1]]
const since = ({ atBet = [0, 0] }: Scores, [home, away]: Goals): Goals => [home - atBet[0], away - atBet[1]]
const bothScored = ([home, away]: Goals) => (home > 0 && away > 0 ? 'yes' : 'no')
const chances: Record<string, Side[]> = {
  '1x': ['home_team', 'draw'],
  '12': ['home_team', 'away_team'],
  x2: ['draw', 'away_team'],
}

/** Whether a pick without a line wins, or its stake is returned ('back'), with one rule per market. */
const plain: Record<string, (key: string, scores: Scores) => boolean | 'back'> = {
  '1': (key, { full }) => key === winner(full),
  '7': (key, scores) => key === winner(since(scores, scores.full)),
  '8': () => 'back',
  '10': (key, { full }) => chances[key]?.includes(winner(full)) ?? false,
  '11': (key, { full }) => (winner(full) === 'draw' ? 'back' : key === winner(full)),
  '26': (key, { full }) => key === (sum(full) % 2 === 0 ? 'even' : 'odd'),
  '29': (key, { full }) => key === bothScored(full),
  '30': (key, { full: [home, away] }) =>
    key === (home > 0 ? (away > 0 ? 'both' : 'only home_team') : away > 0 ? 'only away_team' : 'none'),
  '45': (key, { full: [home, away] }) => key === (home > 4 || away > 4 ? 'other' : `${home}:${away}`),
  '47': (key, { half, full }) => key === `${winner(half)}/${winner(full)}`,
  '52': (key, scores) => {
    const [first, second] = [sum(scores.half), sum(later(scores))]
    return key === (first > second ? 'first_half' : first < second ? 'second_half' : 'equal')
  },
  '60': (key, { half }) => key === winner(half),
  '75': (key, { half }) => key === bothScored(half),
  '83': (key, scores) => key === winner(later(scores)),
}

/** The numbers that a total or a handicap counts; if they are unknown, the stake is returned. */
const counted: Record<string, (scores: Scores) => Goals | undefined> = {
  '16': (scores) => since(scores, scores.full),
  '18': ({ full }) => full,
  '66': (scores) => since(scores, scores.half),
  '68': ({ half }) => half,
  '90': later,
  '139': ({ cards }) => cards,
  '166': ({ corners }) => corners,
}

/** The markets that these rules cover. */
export const slowMarkets: readonly string[] = [...Object.keys(plain), ...Object.keys(counted)]

/** The factor on the stake of a pick at these odds (thousandths). A quarter line is two bets of half the stake. */
export function slowFactor(market: string, key: string, odds: bigint, scores: Scores): Ratio {
  const verdict = plain[market]?.(key, scores)
  if (verdict !== undefined) return verdict === 'back' ? [1n, 1n] : verdict ? [odds, 1000n] : [0n, 1n]
  const count = counted[market]?.(scores)
  if (!count && counted[market]) return [1n, 1n]
  const ahead = margin(market, key, count)
  const parts = Number.isInteger(ahead * 2) ? [ahead, ahead] : [ahead - 0.25, ahead + 0.25]
  const halves = parts.map((part): bigint => (part > 0 ? odds : part === 0 ? 1000n : 0n))
  return [(halves[0] ?? 0n) + (halves[1] ?? 0n), 2000n]
}

/** The margin by which the pick beats its line; negative if it loses. */
function margin(market: string, key: string, goals: Goals | undefined): number {
  const [side, sign] = key.split(' ')
  const line = Number(key.split(' ').at(-1))
  if (!goals || Number.isNaN(line)) throw new Error(`the reference rules have no rule for ${market} ${key}`)
  if (side === 'over') return sum(goals) - line
  if (side === 'under') return line - sum(goals)
  const lead = side === 'home_team' ? goals[0] - goals[1] : goals[1] - goals[0]
  return lead + (sign === 'minus' ? -line : line)
}

export type SlowLeg = { readonly odds: bigint; readonly factor: Ratio }
export type SlowBoost = { readonly table: readonly { legs: number; percent: number }[]; readonly minLeg: bigint }

/** The return of a bet in cents: line by line, in exact fractions, rounded down once. `sizes` is for a system, `boost` for a multi. */
export function slowReturn(
  stake: bigint,
  legs: readonly SlowLeg[],
  by: { sizes?: readonly number[]; boost?: SlowBoost },
): bigint {
  const lines = (by.sizes ?? [legs.length]).flatMap((size) => choose(legs, size))
  const gross = lines
    .map((line) => line.reduce<Ratio>((product, { factor }) => times(product, factor), [stake, BigInt(lines.length)]))
    .reduce(plus, [0n, 1n])
  const earned = legs.filter(({ odds, factor }) => odds >= (by.boost?.minLeg ?? 0n) && factor[0] > factor[1]).length
  const steps = by.boost && legs.length > 1 ? by.boost.table.filter((step) => step.legs <= earned) : []
  const percent = BigInt(Math.max(0, ...steps.map((step) => step.percent)))
  const profit = plus(gross, [-stake, 1n])
  const paid = profit[0] > 0n ? plus(gross, times(profit, [percent, 100n])) : gross
  return paid[0] / paid[1]
}

function choose<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, index) => choose(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]))
}

const times = (a: Ratio, b: Ratio): Ratio => reduced(a[0] * b[0], a[1] * b[1])
const plus = (a: Ratio, b: Ratio): Ratio => reduced(a[0] * b[1] + b[0] * a[1], a[1] * b[1])

function reduced(above: bigint, below: bigint): Ratio {
  let [a, b] = [above < 0n ? -above : above, below]
  while (b > 0n) [a, b] = [b, a % b]
  return a === 0n ? [0n, 1n] : [above / a, below / a]
}
