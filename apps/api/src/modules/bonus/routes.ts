import type { bonus as calls, Grant } from '@nare/contract/bonus'
import { done, refused } from '@nare/contract/outcome'
import { formatMoney, formatPrice, money, price } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import type { Bonus, GrantView } from './bonus.ts'

export function bonusRoutes(bonus: Bonus, inTurn: InTurn): Handlers<typeof calls> {
  return {
    bonus: async (_input, { session }) => done({ data: (await bonus.grants(session.bettor)).map(viewOf) }),
    cancelBonus: inTurn('cancel bonus', async ({ grant_id, id }, { session }) => {
      if (!/^\d{1,18}$/.test(grant_id)) return refused('not_found')
      const cancelled = await bonus.cancel({ bettor: session.bettor, grantId: BigInt(grant_id), id })
      if (cancelled === 'not_found' || cancelled === 'id_reused') return refused(cancelled)
      if (cancelled === 'ended') return refused('not_available', undefined, 'This bonus has ended already')
      return done({ message: 'Bonus cancelled' })
    }),
  }
}

function viewOf(grant: GrantView): Grant {
  const text = (cents: bigint): string => formatMoney(money(cents))
  return {
    grant_id: grant.grantId.toString(),
    ...(grant.promotionId !== null && { promotion_id: grant.promotionId }),
    source: grant.source,
    amount: text(grant.amount),
    left: text(grant.left),
    staked: text(grant.staked),
    wager_total: text(grant.wagerTotal),
    wager_done: text(grant.wagerDone),
    min_odds: formatPrice(price(grant.minOdds)),
    products: [...grant.products],
    granted_at: grant.grantedAt.toISOString(),
    expires_at: grant.expiresAt.toISOString(),
    state: grant.shown,
    ...(grant.state === 'active' && grant.givenFor !== null && { given_for: text(grant.givenFor) }),
    ...(grant.state === 'cancelled' && grant.cancelId === null && { withdrawn: true as const }),
    ...(grant.state === 'converted' && { converted: text(grant.converted) }),
  }
}
