// Writes a season in the columns of football-data.co.uk from openfootball results (JSON, CC0), with prices from our model:
// node scripts/season-file.ts <results.json> > apps/api/test-data/england-2025-26.csv
// Each side's goal rates come from the whole season, shrunk halfway towards the league mean.
import { readFileSync } from 'node:fs'
import { formatPrice } from '@nare/money/money'
import { matchModelFromStrengths } from '@nare/odds/match-model'
import { priceMatch, type PricedMarket } from '@nare/odds/pricing'

type Result = {
  date: string
  time?: string
  team1: string
  team2: string
  score: { ht?: [number, number]; ft?: [number, number] }
}
type Played = Result & { score: { ft: [number, number] } }

const columns =
  'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,AvgH,AvgD,AvgA,Avg>2.5,Avg<2.5,AHh,AvgAHH,AvgAHA'.split(',')

const [path = ''] = process.argv.slice(2)
const { matches } = JSON.parse(readFileSync(path, 'utf8')) as { matches: Result[] }
const played = matches.filter((match): match is Played => match.score.ft !== undefined)
const teams = new Set(played.map(({ team1 }) => team1))
const mean = {
  home: meanOf(played.map(({ score }) => score.ft[0])),
  away: meanOf(played.map(({ score }) => score.ft[1])),
}
const rates = new Map([...teams].map((team) => [team, rateOf(team)]))

console.log(columns.join(','))
for (const match of played) console.log(rowOf(match).join(','))

/** A side's scoring and conceding rates, relative to the league mean. */
function rateOf(team: string): { scores: number; concedes: number } {
  const scoreRates = played.flatMap(({ team1, team2, score: { ft } }) => {
    if (team1 === team) return [[ft[0] / mean.home, ft[1] / mean.away] as const]
    return team2 === team ? [[ft[1] / mean.away, ft[0] / mean.home] as const] : []
  })
  return {
    scores: (1 + meanOf(scoreRates.map(([scored]) => scored))) / 2,
    concedes: (1 + meanOf(scoreRates.map(([, conceded]) => conceded))) / 2,
  }
}

function rowOf({ date, time, team1, team2, score }: Played): (string | number)[] {
  const [home, away] = [rates.get(team1), rates.get(team2)]
  const lh = mean.home * (home?.scores ?? 1) * (away?.concedes ?? 1)
  const la = mean.away * (away?.scores ?? 1) * (home?.concedes ?? 1)
  const markets = priceMatch(matchModelFromStrengths({ lh, la }), { markets: ['1', '16', '18'] })
  const total = markets.find(({ marketId, line }) => marketId === '18' && line === '2.5')
  const handicap = markets.filter(({ marketId }) => marketId === '16').toSorted((a, b) => priceGap(a) - priceGap(b))[0]
  const half = score.ht ?? [0, 0]
  const result = markets.find(({ marketId }) => marketId === '1')
  return [
    ...['E0', date, time ?? '15:00', team1, team2, ...score.ft, ...half],
    ...[...pricesOf(result), ...pricesOf(total), handicap?.line ?? '', ...pricesOf(handicap)],
  ]
}

function priceGap({ outcomes: [first, second] }: PricedMarket): number {
  return Math.abs(Number(first?.price ?? 0) - Number(second?.price ?? 0))
}

function pricesOf(market: PricedMarket | undefined): string[] {
  return market?.outcomes.map(({ price }) => formatPrice(price)) ?? []
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / numbers.length
}
