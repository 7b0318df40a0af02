import { money, price } from '@nare/money/money'
import type { Bonus } from '#modules/bonus/bonus'
import { invariant } from '#platform/invariant'
import type { RunningDeps } from './running.ts'

/** Gives the rewards of promotions as bonus money, on the terms of the promotion. */
export function grantOf(bonus: Pick<Bonus, 'grant'>): RunningDeps['grant'] {
  return async (tx, { id, bettor, amount, givenFor, promotion }) => {
    const { wager, days, minOdds } = promotion
    invariant(wager !== null && days !== null, `promotion ${promotion.id} gives a bonus without wagering`)
    const granted = await bonus.grant(tx, {
      ...{ id, bettor, amount: money(amount), source: 'promotion', promotionId: promotion.id.toString() },
      ...{ wagerTimes: wager, days, minOdds: price(minOdds ?? 1000n), givenFor },
    })
    if (granted.kind === 'too_many') return 'too_many'
    invariant(granted.kind === 'granted', `could not grant ${id}: ${granted.kind}`)
    return 'granted'
  }
}
