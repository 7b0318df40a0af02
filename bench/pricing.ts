/** `npm run bench pricing`: boards (all markets of a soccer match) priced per second on one core, before the match and in play. */
import { combinationKey, type NamedPart } from '@nare/bets/markets/combination'
import { combine } from '@nare/odds/combination'
import { inPlay } from '@nare/odds/inplay'
import { matchModelFromPrices, matchModelFromStrengths, withCounts, type MatchModel } from '@nare/odds/match-model'
import { priceMatch } from '@nare/odds/pricing'

const secondsPerCase = 2
const rates = Array.from({ length: 40 }, (_, n) => ({ lh: 0.8 + (n % 8) * 0.2, la: 0.6 + (n % 5) * 0.25 }))
const models = rates.map((rate) => withCounts(matchModelFromStrengths(rate)))

const moments = models.flatMap((model, n): MatchModel[] =>
  [10, 30, 44, 60, 80].map((minute, m) => {
    const score = { home: (n + m) % 3, away: n % 2 }
    const counts = { corners: { home: minute >> 4, away: n % 5 }, cards: { home: minute >> 5, away: n % 2 } }
    return inPlay(model, { minute, score, ...counts, ...(minute > 45 && { halfTime: { home: 0, away: 0 } }) })
  }),
)

/** What a person combines: the single prices of a board, and two to five of its picks. */
const namedPick = (text: string): NamedPart => ({
  marketId: text.slice(1).split(' ')[0] ?? '',
  oddKey: text.slice(text.indexOf(' ') + 1),
})
const picks = [
  'm1 home_team',
  'm10 1x',
  'm18 over 1.5',
  'm18 over 2.5',
  'm19 over 0.5',
  'm29 yes',
  'm47 draw/home_team',
  'm60 draw',
  'm68 over 0.5',
  'm90 over 0.5',
].map(namedPick)
const wishes = Array.from({ length: 1 << picks.length }, (_, bits) => picks.filter((_pick, at) => bits & (1 << at)))
  .filter((parts) => parts.length <= 5 && combinationKey(parts) !== undefined)
  .map((parts) => ({ parts, inPlay: true }))

/** What anybody may ask for, and nobody may bet on: eight picks of which many do not go together. */
const contrary = {
  parts: 'm1 draw,m10 1x,m18 over 1.5,m18 over 2.5,m18 under 0.5,m29 yes,m29 no,m60 draw'.split(',').map(namedPick),
  inPlay: false,
}

/** Adds up a split grid, which is the least that a price from it can cost. */
function rawSum(n: number): number {
  const p = (models[n % models.length] as MatchModel).joint?.p ?? new Float64Array()
  let total = 0
  for (let cell = 0; cell < p.length; cell++) total += p[cell] as number
  return total
}

const combinations = 'combinations of 2 to 5 picks, before play'
const raw = 'raw: adding up one grid with half-times'

const cases: readonly { name: string; work: (n: number) => void }[] = [
  { name: 'before the match, all markets', work: (n) => void priceMatch(models[n % models.length] as MatchModel) },
  {
    name: 'in play, all markets, model and prices',
    work: (n) => {
      const minute = 1 + (n % 88)
      const score = { home: n % 3, away: (n >> 2) % 3 }
      const halfTime = minute > 45 ? { home: Math.min(1, score.home), away: 0 } : undefined
      const counts = { corners: { home: minute >> 4, away: n % 5 }, cards: { home: minute >> 5, away: n % 2 } }
      const moment = { minute, score, ...counts, ...(halfTime && { halfTime }) }
      void priceMatch(inPlay(models[n % models.length] as MatchModel, moment))
    },
  },
  {
    name: 'in play, all markets, prices only',
    work: (n) => void priceMatch(moments[n % moments.length] as MatchModel),
  },
  {
    name: 'in play, three markets',
    work: (n) => void priceMatch(moments[n % moments.length] as MatchModel, { markets: ['1', '18', '29'] }),
  },
  {
    name: 'fit to five prices',
    work: (n) =>
      void matchModelFromPrices({
        home_odd: 1.8 + (n % 20) / 20,
        neutral_odd: 3.4,
        away_odd: 4.2 - (n % 20) / 20,
        over: 1.9 + (n % 7) / 50,
        under: 1.92,
      }),
  },
  {
    name: combinations,
    work: (n) => {
      const wish = wishes[(n * 7) % wishes.length] as (typeof wishes)[number]
      void combine(models[n % models.length] as MatchModel, wish)
    },
  },
  {
    name: 'combinations of 2 to 5 picks, in play',
    work: (n) => {
      const wish = wishes[(n * 7) % wishes.length] as (typeof wishes)[number]
      void combine(moments[n % moments.length] as MatchModel, wish)
    },
  },
  {
    name: 'eight picks that do not go together',
    work: (n) => void combine(models[n % models.length] as MatchModel, contrary),
  },
  { name: raw, work: (n) => void rawSum(n) },
]

const perSecond = new Map<string, number>()

for (const { name, work } of cases) {
  for (let n = 0; n < 200; n++) work(n)
  const from = performance.now()
  let done = 0
  while (performance.now() - from < secondsPerCase * 1000) for (let n = 0; n < 20; n++) work(done++)
  const msPerBoard = (performance.now() - from) / done
  perSecond.set(name, 1000 / msPerBoard)
  console.log(
    `${name.padEnd(42)} ${Math.round(1000 / msPerBoard)
      .toString()
      .padStart(7)} per second, ${msPerBoard.toFixed(3)} ms each`,
  )
}
const ratio = (perSecond.get(combinations) ?? 0) / (perSecond.get(raw) ?? 1)
console.log(`a combination before play costs as much as ${(1 / ratio).toFixed(1)} sums over its grid`)
