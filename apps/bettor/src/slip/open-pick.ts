import type { betting as calls } from '@nare/contract/betting'
import type { Answer } from '@nare/contract/route'
import { pickOf, type Pick } from '../state/picks.ts'

/** A pick of a booking code, as it is now. */
export type Shared = Answer<typeof calls.shared>['data'][number]

/** A pick of a booking code for the slip, at its present price; undefined if it is not open. */
export function openPick(shared: Shared): Pick | undefined {
  if (shared.state !== 'open' || shared.odd_value === null) return undefined
  const line = shared.match.odds.find(
    ({ sub_type_id, odds }) =>
      sub_type_id === shared.sub_type_id && odds.some(({ odd_key }) => odd_key === shared.odd_key),
  )
  const market = {
    sub_type_id: shared.sub_type_id,
    name: shared.market,
    special_bet_value: line?.special_bet_value ?? '',
  }
  const { parts } = shared
  return { ...pickOf(shared.match, market, shared, shared.odd_value), ...(parts && { parts }) }
}
