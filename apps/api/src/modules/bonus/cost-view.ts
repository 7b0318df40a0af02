import type { zBonusCost } from '@nare/contract/operator-promotions'
import { formatMoney, money } from '@nare/money/money'
import type * as z from 'zod/mini'
import type { BonusCost, BonusCosts } from './costs.ts'

const text = (cents: bigint): string => formatMoney(money(cents))

/** What bonus money costs as operators' calls answer it. */
export function bonusCostView(cost: BonusCost, { until }: Pick<BonusCosts, 'until'>): z.output<typeof zBonusCost> {
  return {
    grants: Number(cost.grants),
    granted: text(cost.granted),
    to_wager: text(cost.toWager),
    wagered: text(cost.wagered),
    converted: text(cost.converted),
    expired: text(cost.expired),
    cancelled: text(cost.cancelled),
    restored: text(cost.restored),
    cost: text(cost.cost),
    until_transfer: until.toString(),
  }
}
