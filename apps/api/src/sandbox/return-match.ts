import { parsePrice, price, type Price } from '@nare/money/money'
import type { Catalog, MatchView } from '#modules/catalog/catalog'

type Place = { readonly competition: string; readonly startsAtMs: number }

/** Creates the return match of a fixture with swapped prices. Only the sandbox updates it. */
export async function createReturnMatch(
  { manual }: Pick<Catalog, 'manual'>,
  { home_team, away_team, home_odd, neutral_odd, away_odd }: MatchView,
  { competition, startsAtMs }: Place,
) {
  const prices = { home_team: priceOf(away_odd), draw: priceOf(neutral_odd), away_team: priceOf(home_odd) }
  const made = await manual.createMatch({
    ...{ sport_id: '79', competition_name: competition, home_team: away_team, away_team: home_team },
    start_time: new Date(startsAtMs).toISOString(),
    ...{ home_odd: prices.home_team, neutral_odd: prices.draw, away_odd: prices.away_team },
    ...{ over: price(1900n), under: price(1900n) },
  })
  return { made, prices }
}

const priceOf = (text: string | null): Price => (text === null ? undefined : parsePrice(text)) ?? price(3000n)
