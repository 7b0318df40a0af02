import { fieldFacts } from '@nare/contract/field-codes'
import type { operatorTradingHands as contract } from '@nare/contract/operator-trading-hands'
import { done, refused } from '@nare/contract/outcome'
import { lineOf, market } from '@nare/bets/markets/markets'
import type { Handlers } from '#platform/calls'
import type { Catalog } from './catalog.ts'
import { anyPart } from './store-stops.ts'

type Uses = Pick<Catalog['hands'], 'stops' | 'setPrice' | 'setMargin'>

const notThere = (field: 'sub_type_id' | 'line' | 'odd_key', sentence: string) =>
  refused('invalid_input', fieldFacts({ [field]: { code: 'not_one_of', sentence } }))

/** The operators' calls that stop betting, set prices by hand and margins. */
export function handRoutes({ stops, setPrice, setMargin }: Uses): Handlers<typeof contract> {
  return {
    async suspendMarket({ match_id, sub_type_id, line, odd_key, suspend }, { operator }) {
      const found = market(sub_type_id)
      if (!found) return notThere('sub_type_id', 'There is no such market')
      if (line !== undefined && found.outcomes(line).length === 0)
        return notThere('line', 'This market has no such line')
      const ofKey = odd_key === undefined ? undefined : lineOf(sub_type_id, odd_key)
      if (odd_key !== undefined && ofKey === undefined) return notThere('odd_key', 'This market has no such outcome')
      if (line !== undefined && ofKey !== undefined && line !== ofKey)
        return notThere('line', 'This outcome is of another line')
      const of = {
        matchId: Number(match_id),
        marketId: Number(sub_type_id),
        line: ofKey ?? line ?? anyPart,
        oddKey: odd_key ?? anyPart,
      }
      if (!(await stops.stopMarket(of, { stopped: suspend, by: operator }))) return refused('not_found')
      return done({ match_id, sub_type_id, line: ofKey ?? line ?? null, odd_key: odd_key ?? null, suspended: suspend })
    },
    async suspendCompetition({ competition_id, suspend }, { operator }) {
      const of = { level: 'competition', id: competition_id } as const
      if (!(await stops.stopLevel(of, { stopped: suspend, by: operator }))) return refused('not_found')
      return done({ competition_id, suspended: suspend })
    },
    async suspendSport({ sport_id, suspend }, { operator }) {
      const of = { level: 'sport', id: sport_id } as const
      if (!(await stops.stopLevel(of, { stopped: suspend, by: operator }))) return refused('not_found')
      return done({ sport_id, suspended: suspend })
    },
    async suspendLive({ suspend }, { operator }) {
      await stops.stopLevel({ level: 'live', id: '' }, { stopped: suspend, by: operator })
      return done({ suspended: suspend })
    },
    setPrice,
    setMargin,
  }
}
