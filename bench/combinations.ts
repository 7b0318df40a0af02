/** `NARE_DATA=<folder> npm run bench combinations`: how often common combinations won in real seasons, beside their chance on the grid. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { combinationParts, partWins, readCombination } from '../packages/bets/src/markets/combination.ts'
import { combine } from '../packages/odds/src/combination.ts'
import { matchModelFromPrices } from '../packages/odds/src/match-model.ts'

/** Combinations that bettors often ask for. */
const commonCombinations: readonly string[] = [
  'm1 home_team and m18 over 1.5',
  'm1 home_team and m18 over 2.5',
  'm1 home_team and m18 under 3.5',
  'm1 home_team and m29 yes',
  'm1 home_team and m29 no',
  'm1 home_team and m19 over 1.5',
  'm1 home_team and m60 home_team',
  'm1 home_team and m60 draw',
  'm1 away_team and m18 over 2.5',
  'm1 away_team and m29 yes',
  'm1 draw and m18 under 2.5',
  'm1 draw and m29 yes',
  'm10 1x and m18 over 1.5',
  'm10 1x and m18 under 3.5',
  'm10 x2 and m29 yes',
  'm18 over 2.5 and m29 yes',
  'm18 over 2.5 and m68 over 0.5',
  'm68 over 0.5 and m90 over 0.5',
  'm1 home_team and m18 over 2.5 and m68 over 0.5',
  'm10 1x and m18 over 2.5 and m29 yes',
]

/** The seasons with closing prices of the market. */
const closingSeasons = ['2019-20', '2020-21', '2021-22', '2022-23', '2023-24']

/** How often a combination won in `matches` matches, how often it should have, and the difference in standard errors. */
type Calibrated = {
  readonly oddKey: string
  readonly matches: number
  readonly won: number
  readonly expected: number
  readonly errors: number
}

/**
 * The common combinations in the matches of a file with the column names of football-data.co.uk, of these seasons: by the chance from the
 * closing prices of the market on the winner and on 2.5 goals, and by the half-time and final scores.
 */
function calibrated(file: string, { seasons }: { readonly seasons: readonly string[] }): Calibrated[] {
  const rows: Record<string, string>[] = parse(gunzipSync(readFileSync(file)), { columns: true, bom: true })
  const sums = commonCombinations.map((oddKey) => ({ oddKey, matches: 0, won: 0, expected: 0, variance: 0 }))
  for (const row of rows) {
    if (!seasons.includes(row['Season'] ?? '')) continue
    const number = (name: string): number => Number(row[name] || NaN)
    const [home_odd, neutral_odd, away_odd] = [number('AvgCH'), number('AvgCD'), number('AvgCA')]
    const [over, under] = [number('AvgC>2.5'), number('AvgC<2.5')]
    const half = { home: number('HTHG'), away: number('HTAG') }
    const full = { home: number('FTHG'), away: number('FTAG') }
    const all = [home_odd, neutral_odd, away_odd, over, under, half.home, half.away, full.home, full.away]
    if (all.some(Number.isNaN) || [home_odd, neutral_odd, away_odd, over, under].some((odd) => odd <= 1)) continue
    const model = matchModelFromPrices({ home_odd, neutral_odd, away_odd, over, under })
    for (const sum of sums) {
      const { chance = NaN } = combine(model, { parts: readCombination(sum.oddKey) ?? [], inPlay: false })
      const won = combinationParts(sum.oddKey)?.every((part) => partWins(part, { half, full }))
      sum.matches += 1
      sum.won += won ? 1 : 0
      sum.expected += chance
      sum.variance += chance * (1 - chance)
    }
  }
  return sums.map(({ variance, ...sum }) => ({ ...sum, errors: (sum.won - sum.expected) / Math.sqrt(variance) }))
}

/** The table in Markdown. */
function calibrationTable(all: readonly Calibrated[]): string {
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
  return [
    '| Combination | won | by the grid | standard errors |',
    '| --- | --- | --- | --- |',
    ...all.map(
      ({ oddKey, matches, won, expected, errors }) =>
        `| \`${oddKey}\` | ${percent(won / matches)} | ${percent(expected / matches)} | ${errors.toFixed(2)} |`,
    ),
  ].join('\n')
}

const folder = process.env['NARE_DATA']

if (import.meta.main) {
  if (folder === undefined) {
    console.log('combinations: NARE_DATA is not set, nothing to measure')
  } else {
    const file = join(folder, 'odds/top5_2018-19_to_2023-24.csv.gz')
    const seasons = process.argv.slice(2)
    const all = calibrated(file, { seasons: seasons.length > 0 ? seasons : closingSeasons })
    console.log(`${calibrationTable(all)}\n\n${all[0]?.matches ?? 0} matches`)
  }
}
