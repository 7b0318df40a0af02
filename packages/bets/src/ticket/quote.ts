import { formatPrice, money } from '@nare/money/money'
import type { Money, Price } from '@nare/money/money'
import { boostPercent, nextBoostStep } from './boost.ts'
import type { BoostRules } from './boost.ts'
import { settleBet } from './settle.ts'
import { pickState, slipFaults, typeOf } from './slip.ts'
import type { PickState, Slip } from './slip.ts'

/** A slip that may not have a stake yet. */
export type Draft = Omit<Slip, 'stake' | 'accept'> & { readonly stake?: Money | undefined }

/**
 * The return of a slip at current prices. `netWin` includes the stake but not the boost; `netWinBoosted` includes both. Both are null
 * without a stake or for an invalid slip. `remainingGames` is 0 at the highest boost step.
 */
export type Quote = {
  readonly netWin: Money | null
  readonly netWinBoosted: Money | null
  readonly hasBoost: boolean
  readonly remainingGames: number
  readonly multiboostmessage: string
  readonly legs: readonly { readonly state: PickState; readonly changed: boolean }[]
}

/** Quotes a slip for display. Refuses nothing: a pick without a price counts at the price that the bettor saw. */
export function quote(draft: Draft, now: { nowMs: number; boost?: BoostRules | undefined }): Quote {
  const prices = draft.legs.map((leg) => leg.present ?? leg.expected)
  return {
    ...winOf(draft, prices, now.boost),
    ...boostOf(draft, prices, now.boost),
    legs: draft.legs.map((leg) => ({
      state: pickState(leg, now.nowMs),
      changed: leg.present !== undefined && leg.present !== leg.expected,
    })),
  }
}

function winOf({ stake, ...slip }: Draft, prices: readonly Price[], boost: BoostRules | undefined) {
  if (stake === undefined || slipFaults(slip)) return { netWin: null, netWinBoosted: null }
  const legs = prices.map((at) => ({ price: at, state: 'won' as const }))
  const best = settleBet({ type: typeOf(slip), stake, system: slip.system, legs, boost })
  return { netWin: money(best.returned - best.boost.amount), netWinBoosted: best.returned }
}

function boostOf(draft: Draft, prices: readonly Price[], rules: BoostRules | undefined) {
  if (!rules || draft.legs.length === 0 || draft.type === 'system') {
    return { hasBoost: false, remainingGames: 0, multiboostmessage: '' }
  }
  const qualifying = prices.filter((at) => at >= rules.minLeg).length
  const percent = typeOf(draft) === 'multi' ? boostPercent(rules, qualifying) : 0
  const next = nextBoostStep(rules, qualifying)
  return {
    hasBoost: percent > 0,
    remainingGames: next?.legs ?? 0,
    multiboostmessage: message(percent, next, rules.minLeg),
  }
}

function message(percent: number, next: { legs: number; percent: number } | undefined, minLeg: Price): string {
  const now = percent > 0 ? `Your boost is ${percent}%.` : ''
  if (!next) return now
  const games = next.legs === 1 ? '1 more game' : `${next.legs} more games`
  const more = `Add ${games} at ${formatPrice(minLeg)} or more for a ${next.percent}% boost.`
  return now ? `${now} ${more}` : more
}
