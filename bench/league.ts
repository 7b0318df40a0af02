/**
 * `npm run bench league [matches] [settled] [rules]`: draws a million league matches and compares every market with its weights: the
 * frequency of each outcome with the exact probability, the return of each market with its stated percentage, and the share of home
 * wins at each position of a round. Prints matches per second; exits with 1 if a value is outside its interval. Then measures bets per
 * second on the league and the settlement of a round through the real server, unless the third argument is `rules`.
 */
import { toHex } from '@nare/fair/hash'
import { competitions } from '@nare/league/clubs'
import { drawWith, seedOf } from '@nare/league/draw'
import { leagueMarkets, settleLeague } from '@nare/league/markets'
import { priceMatch } from '@nare/league/prices'
import { makeSeason, roundIdOf, seasonChain } from '@nare/league/season'
import { benchLeagueBets } from './support/league-bets.ts'

const matchCount = Number(process.argv[2] ?? 1_000_000)
const settledMax = Number(process.argv[3] ?? 100_000)
const first = new Uint8Array(32).map((_, at) => at * 7 + 1)
const season = makeSeason({
  competitionId: '2',
  teams: competitions[1]?.clubs.map(({ name }) => name) ?? [],
  strengthSeed: first.toReversed(),
  matchId: (n) => String(30_000_000 + n),
})
const perSeason = season.rounds.reduce((sum, { matches }) => sum + matches.length, 0)
const seasons = Math.ceil(matchCount / perSeason)

let faults = 0
const report = (name: string, isWithin: boolean, text: string) => {
  if (!isWithin) faults++
  console.log(`${isWithin ? 'ok    ' : 'WRONG '} ${name.padEnd(34)} ${text}`)
}

/** Draws whole seasons, each with separate links and salt, and calls `onMatch` for every match. */
function drawAll(count: number, onMatch: (match: DrawnMatch) => void): void {
  for (let n = 0; n < count; n++) {
    const start = new Uint8Array(first)
    new DataView(start.buffer).setUint32(0, n)
    const { links } = seasonChain(start, season.rounds.length)
    for (const [at, { matches }] of season.rounds.entries()) {
      const roundId = roundIdOf({ salt: toHex(start).slice(0, 16), competitionId: '2', roundNumber: at + 1 })
      const draw = drawWith(seedOf(links[at] as Uint8Array, roundId), season.minutes)
      for (const [position, [id, , , weights]] of matches.entries()) onMatch({ at, position, drawn: draw(id, weights) })
    }
  }
}
type DrawnMatch = { at: number; position: number; drawn: ReturnType<ReturnType<typeof drawWith>> }

const startedAt = performance.now()
let matches = 0
const byScore = new Float64Array(81)
const homeWinsByPosition = new Float64Array(10)
const evenMinutes = { drawn: 0, expected: 0 }
const evenWeight = season.minutes.reduce((sum, weight, at) => sum + (at % 2 === 1 ? weight : 0), 0) / 2 ** 32
drawAll(seasons, ({ position, drawn }) => {
  const cell = drawn.fullTime.home * 9 + drawn.fullTime.away
  byScore[cell] = (byScore[cell] ?? 0) + 1
  if (drawn.fullTime.home > drawn.fullTime.away) homeWinsByPosition[position] = (homeWinsByPosition[position] ?? 0) + 1
  for (const { minute } of drawn.goals) {
    evenMinutes.drawn += minute % 2 === 0 ? 1 : 0
    evenMinutes.expected += evenWeight
  }
  matches++
})
const seconds = (performance.now() - startedAt) / 1000
console.log(
  `${matches} matches of ${seasons} seasons in ${seconds.toFixed(1)} s: ${Math.round(matches / seconds)} per second`,
)

const matchesOfSeason = season.rounds.flatMap((round) => round.matches)
let chiSquare = 0
let cells = 0
for (let cell = 0; cell < 81; cell++) {
  const p =
    matchesOfSeason.reduce((sum, [, , , weights]) => sum + (weights[cell] ?? 0) / 2 ** 32, 0) / matchesOfSeason.length
  if (p * matches < 10) continue
  chiSquare += ((byScore[cell] ?? 0) - matches * p) ** 2 / (matches * p)
  cells++
}
report(
  'scores, chi-square',
  Math.abs(chiSquare - (cells - 1)) < 4 * Math.sqrt(2 * cells),
  `${chiSquare.toFixed(1)} of ${cells} scores`,
)
for (const [position, won] of homeWinsByPosition.entries()) {
  const p = meanOf(season.rounds.map((round) => homeChance(round.matches[position]?.[3] ?? [])))
  const n = matches / 10
  const deviation = (won - n * p) / Math.sqrt(n * p * (1 - p))
  report(
    `home wins at position ${position + 1} of a round`,
    Math.abs(deviation) < 4,
    `${(won / n).toFixed(4)} expected ${p.toFixed(4)}, ${deviation.toFixed(2)} sigma`,
  )
}
const minuteSigma = Math.sqrt(evenMinutes.expected * (1 - evenWeight))
const minuteDeviation = (evenMinutes.drawn - evenMinutes.expected) / minuteSigma
report('goals in even minutes', Math.abs(minuteDeviation) < 4, `${minuteDeviation.toFixed(2)} sigma`)

const prices = season.rounds.map((round) =>
  round.matches.map(([, , , weights]) =>
    priceMatch({ weights, minutes: season.minutes, returns: season.returns, ladder: season.ladder }).map((line) => ({
      ...line,
      outcomes: line.outcomes.map(({ key, price, probability }) => ({
        key,
        odds: price === null ? 0 : Number(price) / 1000,
        p: Number((probability.numerator * 10n ** 15n) / probability.denominator) / 1e15,
      })),
    })),
  ),
)
type Sum = { staked: number; returned: number; expected: number; variance: number; worst: number }
const sums = new Map(
  leagueMarkets.map(({ marketId }): [string, Sum] => [
    marketId,
    { staked: 0, returned: 0, expected: 0, variance: 0, worst: 0 },
  ]),
)
const counts = new Map<string, { won: number; expected: number; variance: number }>()
drawAll(Math.ceil(settledMax / perSeason), ({ at, position, drawn }) => {
  for (const { marketId, outcomes } of prices[at]?.[position] ?? []) {
    const sum = sums.get(marketId)
    for (const { key, odds, p } of outcomes) {
      const won = settleLeague(marketId, key, drawn) === 'won'
      const count = counts.get(`${marketId} ${key}`) ?? { won: 0, expected: 0, variance: 0 }
      counts.set(`${marketId} ${key}`, count)
      count.won += won ? 1 : 0
      count.expected += p
      count.variance += p * (1 - p)
      if (!sum || odds === 0) continue
      sum.staked++
      sum.returned += won ? odds : 0
      sum.expected += p * odds
      sum.variance += odds ** 2 * p * (1 - p)
    }
  }
})
const deviations = [...counts].map(([name, { won, expected, variance }]) => ({
  name,
  sigmas: (won - expected) / Math.sqrt(variance || 1),
}))
const outliers = deviations.filter(({ sigmas }) => Math.abs(sigmas) > 3)
report(
  'outcomes within 3 sigma',
  outliers.length <= Math.max(2, deviations.length * 0.01),
  `${deviations.length - outliers.length} of ${deviations.length}${outliers.map(({ name, sigmas }) => `, ${name} ${sigmas.toFixed(1)}`).join('')}`,
)
for (const { marketId, rule, returnPercent } of leagueMarkets) {
  const { staked, returned, expected, variance } = sums.get(marketId) ?? {
    staked: 1,
    returned: 0,
    expected: 0,
    variance: 0,
  }
  // Outcomes of one match are correlated. Three times the sigma of independent outcomes bounds the sigma of their sum.
  const sigma = (Math.sqrt(variance) * 3) / staked
  const isWithin =
    Math.abs(returned / staked - expected / staked) < 3 * sigma && expected / staked <= returnPercent / 100
  report(
    `${marketId} ${rule.name}`,
    isWithin,
    `returned ${((100 * returned) / staked).toFixed(2)} %, expected ${((100 * expected) / staked).toFixed(2)}, stated ${returnPercent}`,
  )
}
process.exitCode = faults > 0 ? 1 : 0
if (process.argv[4] !== 'rules') await benchLeagueBets()

function homeChance(weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + (Math.floor(at / 9) > at % 9 ? weight : 0), 0) / 2 ** 32
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / numbers.length
}
