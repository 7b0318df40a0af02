import { sportOf } from '@nare/bets/markets/sports'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Price } from '@nare/money/money'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import type { Ingest, MarginsOf } from './feeds/port.ts'
import { evenTotal, preMatchLines, ratingsFromPrices, withPrices, type Basis } from './pricing.ts'
import { findMatches, refKey } from './store-fixtures.ts'
import { mainMarket } from './views.ts'

export type FixtureDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly ingest: Ingest
  readonly marginsOf: MarginsOf
}

type Optional = Price | null | undefined
/** The prices from which the model of a sport computes all others. */
export type GivenPrices = {
  readonly home_odd: Price
  readonly neutral_odd?: Optional
  readonly away_odd: Price
  readonly over?: Optional
  readonly under?: Optional
}

export type HandFixture = {
  readonly sport_id: string
  readonly competition: { readonly id?: string; readonly name: string; readonly category: string }
  readonly home_team: string
  readonly away_team: string
  readonly start_time: string
  readonly prices: GivenPrices
}

/** Creates a match with these prices; all other markets are priced from them. The same `sourceId` of a source is one match. Returns its id. */
export async function createFixture(
  deps: FixtureDeps,
  { sport_id: sportId, competition, home_team, away_team, start_time, prices }: HandFixture,
  { source, sourceId = random.uuid(), pricesField = '' }: { source: string; sourceId?: string; pricesField?: string },
): Promise<Outcome<number, 'invalid_input'>> {
  const sport = sportOf(sportId)
  if (!sport) return invalid('sport_id', 'There is no such sport')
  const neutral = prices.neutral_odd ?? undefined
  if (sport === 'soccer' && neutral === undefined)
    return invalid(`${pricesField}neutral_odd`, 'Please enter odds such as 3.20')
  for (const name of ['home_odd', 'neutral_odd', 'away_odd', 'over', 'under'] as const) {
    const at = prices[name]
    if (typeof at === 'bigint' && (at <= 1000n || at > 1_000_000n))
      return invalid(`${pricesField}${name}`, 'Please enter odds from 1.01 to 1000')
  }
  const [home, away] = [Number(prices.home_odd) / 1000, Number(prices.away_odd) / 1000]
  const basis: Basis =
    sport === 'soccer'
      ? { given: { home_odd: home, neutral_odd: Number(neutral) / 1000, away_odd: away, ...totalOf(prices) } }
      : { ratings: ratingsFromPrices(sport, { home, away }) }
  const given = {
    home_team: prices.home_odd,
    away_team: prices.away_odd,
    ...(neutral !== undefined && { draw: neutral }),
  }
  const margins = deps.marginsOf({ sportId, competition })
  await deps.ingest([
    {
      kind: 'fixture',
      match: { source, sourceId },
      at: deps.clock.date(),
      sportId,
      competition,
      homeTeam: home_team,
      awayTeam: away_team,
      startTime: new Date(start_time),
      model: basis,
      lines: withPrices(preMatchLines(sport, basis, { margins }), { [mainMarket(sportId)]: given }),
    },
  ])
  const created = await findMatches(deps.db, [{ source, sourceId }])
  return done(created.get(refKey({ source, sourceId }))?.id ?? 0)
}

function totalOf({ over, under }: GivenPrices): { over: number; under: number } {
  if (over && under) return { over: Number(over) / 1000, under: Number(under) / 1000 }
  if (over) return { over: Number(over) / 1000, under: otherSide(Number(over) / 1000) }
  if (under) return { over: otherSide(Number(under) / 1000), under: Number(under) / 1000 }
  return evenTotal
}

/** The other price of a two-way book with a six percent margin, at least 1.01. */
function otherSide(odd: number): number {
  return Math.max(1.01, Math.round(100 / Math.max(0.05, 1.06 - 1 / odd)) / 100)
}

export const invalid = (field: string, sentence: string) => refused('invalid_input', { fields: { [field]: sentence } })
