import type { Answer } from '@nare/contract/route'
import type { slipCodes } from '@nare/contract/slip-codes'
import { pickOf, type Pick } from '../state/picks.ts'

/** A pick of a booking code with its match, its state and its prices. */
export type Shared = Answer<typeof slipCodes.shared>['data'][number]

/** The pick of a slip at the present price, or at the old one while it has none. */
export function pickFrom(shared: Shared): Pick {
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
  return {
    ...pickOf(shared.match, market, shared, shared.odd_value ?? shared.old_odd_value),
    ...(parts && { parts }),
  }
}

/** A pick of a booking code for the slip; undefined if it is not open. */
export const openPick = (shared: Shared): Pick | undefined =>
  shared.state === 'open' && shared.odd_value !== null ? pickFrom(shared) : undefined
