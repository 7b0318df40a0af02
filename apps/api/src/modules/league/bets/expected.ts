import { sql } from 'kysely'
import { expectedReturn, type ExpectedLeg } from '@nare/league/expectation'
import { leagueSelection } from '@nare/league/markets'
import type { Probability } from '@nare/league/probabilities'
import { money, price } from '@nare/money/money'
import type { Db, Tx } from '#platform/db'
import type { LeaguePrices } from '../prices/prices.ts'
import { matchesById } from '../rounds/rounds.ts'

type Ticket = { readonly betId: bigint; readonly stake: bigint; readonly system: readonly number[] | null }
type Expected = {
  readonly game: string
  readonly expectation?: { readonly mean: number; readonly variance: number }
}
type Leg = {
  readonly betId: bigint
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly price: bigint
  readonly isVoid: boolean
}

/**
 * Of each of these decided tickets its market, or `multi` for one with several picks, and mean and variance of what it pays by the tables that its
 * matches were drawn from.
 */
export const leagueExpected =
  (prices: LeaguePrices) =>
  async (on: Db | Tx, tickets: readonly Ticket[]): Promise<ReadonlyMap<bigint, Expected>> => {
    const { rows } = await sql<Leg>`
      select bet_id as "betId", match_id as "matchId", market_id as "marketId", odd_key as "oddKey", price, state = 'void' as "isVoid"
      from league.leg where bet_id = any(${tickets.map(({ betId }) => betId)}::bigint[]) order by bet_id, n`.execute(on)
    const chanceOf = await chancesOf(prices, on, rows)
    const byTicket = Map.groupBy(rows, ({ betId }) => betId)
    return new Map(
      tickets.flatMap(({ betId, stake, system }) => {
        const legs = byTicket.get(betId) ?? []
        const [first] = legs
        if (!first) return []
        const game = legs.length === 1 ? first.marketId : 'multi'
        const known = legs.flatMap((leg): ExpectedLeg[] => {
          const chance = leg.isVoid ? 1 : chanceOf(leg)
          return chance === undefined ? [] : [{ price: price(leg.price), chance, isVoid: leg.isVoid }]
        })
        if (known.length < legs.length) return [[betId, { game }] as const]
        return [[betId, { game, expectation: expectedReturn({ stake: money(stake), legs: known, system }) }] as const]
      }),
    )
  }

/** The chance of each leg by the tables of its match; undefined for an outcome that the league has never had. */
async function chancesOf(prices: LeaguePrices, on: Db | Tx, legs: readonly Leg[]) {
  const matches = await matchesById(on, [...new Set(legs.map(({ matchId }) => matchId))])
  const chances = new Map<string, number>()
  const keyOf = (matchId: number, marketId: string, line: string, key: string): string =>
    [matchId, marketId, line, key].join(' ')
  for (const [matchId, match] of matches)
    for (const { marketId, line, outcomes } of await prices.linesOf(match))
      for (const { key, probability } of outcomes) chances.set(keyOf(matchId, marketId, line, key), partOf(probability))
  return ({ matchId, marketId, oddKey }: Leg): number | undefined =>
    chances.get(keyOf(matchId, marketId, leagueSelection(marketId, oddKey)?.line ?? '', oddKey))
}

const places = 10n ** 15n

/** A probability as a number: its parts are larger than numbers can be. */
const partOf = ({ numerator, denominator }: Probability): number =>
  Number((numerator * places) / denominator) / Number(places)
