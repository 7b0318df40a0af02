import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { devig } from '../packages/odds/src/devig.ts'

/** Real matches with the odds of several bookmakers, in the folder NARE_DATA. Their licences do not allow redistribution. */
export const oddsFile =
  process.env['NARE_DATA'] && join(process.env['NARE_DATA'], 'odds/top5_2018-19_to_2023-24.csv.gz')

export type Accuracy = { book: string; n: number; logLoss: number; brier: number; rps: number }

/** The figures for Shin's method in the file's description, to the fifth decimal place. */
export const stated: readonly Accuracy[] = [
  { book: 'Bet365 open', n: 10_776, logLoss: 0.97211, brier: 0.57741, rps: 0.1957 },
  { book: 'Bet365 close', n: 8_954, logLoss: 0.97115, brier: 0.57691, rps: 0.19557 },
  { book: 'Pinnacle open', n: 10_771, logLoss: 0.97162, brier: 0.57722, rps: 0.19563 },
  { book: 'Pinnacle close', n: 10_780, logLoss: 0.96904, brier: 0.57563, rps: 0.19492 },
  { book: 'Market average close', n: 8_955, logLoss: 0.9709, brier: 0.57689, rps: 0.19558 },
]

const columns: Record<string, [home: string, draw: string, away: string]> = {
  'Bet365 open': ['B365H', 'B365D', 'B365A'],
  'Bet365 close': ['B365CH', 'B365CD', 'B365CA'],
  'Pinnacle open': ['PSH', 'PSD', 'PSA'],
  'Pinnacle close': ['PSCH', 'PSCD', 'PSCA'],
  'Market average close': ['AvgCH', 'AvgCD', 'AvgCA'],
}

/** Log-loss, Brier score and ranked probability score of each book's 1X2 odds after Shin's method. */
export function accuracies(file: string): Accuracy[] {
  const rows: Record<string, string>[] = parse(gunzipSync(readFileSync(file)), { columns: true, bom: true })
  return Object.entries(columns).map(([book, names]) => accuracy(book, names, rows))
}

/** The largest difference of a figure from its stated value; infinite if the numbers of matches differ. */
export function difference(results: readonly Accuracy[]): number {
  return Math.max(
    ...stated.map((row) => {
      const measured = results.find(({ book }) => book === row.book)
      if (measured?.n !== row.n) return Infinity
      return Math.max(...figures.map((figure) => Math.abs(measured[figure] - row[figure])))
    }),
  )
}

const figures = ['logLoss', 'brier', 'rps'] as const

function accuracy(book: string, names: readonly string[], rows: readonly Record<string, string>[]): Accuracy {
  const sums = { n: 0, logLoss: 0, brier: 0, rps: 0 }
  for (const row of rows) {
    const odds = names.map((name) => Number(row[name]))
    const outcome = 'HDA'.indexOf(row['FTR'] ?? '?')
    if (outcome < 0 || !odds.every((odd) => odd > 1)) continue
    const scores = score(devig(odds, 'shin'), outcome)
    sums.n += 1
    for (const figure of figures) sums[figure] += scores[figure]
  }
  return { book, n: sums.n, logLoss: sums.logLoss / sums.n, brier: sums.brier / sums.n, rps: sums.rps / sums.n }
}

function score(p: readonly number[], outcome: number): Record<(typeof figures)[number], number> {
  const [home = 0, draw = 0] = p
  const steps = [home - (outcome === 0 ? 1 : 0), home + draw - (outcome <= 1 ? 1 : 0)]
  return {
    logLoss: -Math.log(p[outcome] ?? 0),
    brier: p.reduce((sum, q, i) => sum + (q - (i === outcome ? 1 : 0)) ** 2, 0),
    rps: steps.reduce((sum, step) => sum + step ** 2, 0) / 2,
  }
}

function print(results: readonly Accuracy[]): void {
  console.log('book                       n   log-loss  (stated)    Brier  (stated)      RPS  (stated)')
  for (const [i, row] of results.entries()) {
    const cells = figures.map((figure) => `${row[figure].toFixed(5)}  ${(stated[i]?.[figure] ?? 0).toFixed(5)}`)
    console.log(row.book.padEnd(21), String(row.n).padStart(6), '  ', cells.join('   '))
  }
  console.log(`largest difference ${difference(results).toExponential(2)}, allowed 1e-4`)
}

if (import.meta.main) {
  if (!oddsFile) {
    console.log('devig: NARE_DATA is not set, nothing to measure')
  } else {
    const results = accuracies(oddsFile)
    print(results)
    if (difference(results) > 1e-4) process.exitCode = 1
  }
}
