/** `npm run bench pricing`: boards (all markets of a soccer match) priced per second on one core, before the match and in play. */
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
]

for (const { name, work } of cases) {
  for (let n = 0; n < 200; n++) work(n)
  const from = performance.now()
  let done = 0
  while (performance.now() - from < secondsPerCase * 1000) for (let n = 0; n < 20; n++) work(done++)
  const msPerBoard = (performance.now() - from) / done
  console.log(
    `${name.padEnd(42)} ${Math.round(1000 / msPerBoard)
      .toString()
      .padStart(7)} per second, ${msPerBoard.toFixed(3)} ms each`,
  )
}
