import type { operatorJackpot as contract } from '@nare/contract/operator-jackpot'
import { done } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Operator } from './operator.ts'

const text = (cents: bigint): string => formatMoney(money(cents))

/** The operators' calls about jackpots. */
export function operatorJackpotRoutes(operators: Operator): Handlers<typeof contract> {
  return {
    async operatorJackpots(query) {
      const { rows, ...paged } = await operators.jackpots(query)
      return done({
        data: rows.map(({ pool, final, books }) => ({
          ...{
            jackpot_id: String(pool.id),
            code: String(pool.code),
            name: pool.name,
            state: pool.state,
            mode: pool.mode,
          },
          ...{ matches: pool.matches, final, closes_at: pool.closesAt.toISOString() },
          ...{ created_by: pool.createdBy, opened_by: pool.openedBy, cancel_by: pool.cancelBy, fault: pool.fault },
          tiers: (pool.results ?? []).map((tier) => ({ ...tier, prize_each: text(BigInt(tier.prize_each)) })),
          books: {
            tickets: Number(books.tickets),
            lines: Number(books.lines),
            staked: text(books.staked),
            carried_in: text(books.carriedIn),
            refunded: text(books.refunded),
            paid: text(books.paid),
            rounding: text(books.rounding),
            carried_out: text(books.carriedOut),
            house: text(books.house),
          },
        })),
        meta: metaOf(query, paged),
      })
    },
    async createJackpot({ reason, ...terms }, { operator }) {
      const created = await operators.createJackpot(terms, { operator, reason })
      return created.ok ? done({ jackpot_id: String(created.value.id), state: 'draft' as const }) : created
    },
    async openJackpot({ id, reason }, { operator }) {
      const changed = await operators.openJackpot(Number(id), { operator, reason })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
    async closeJackpot({ id, reason }, { operator }) {
      const changed = await operators.closeJackpot(Number(id), { operator, reason })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
    async cancelJackpot({ id, reason }, { operator }) {
      const changed = await operators.cancelJackpot(Number(id), { operator, reason })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
    async settleJackpot({ id, reason }, { operator }) {
      const changed = await operators.settleJackpot(Number(id), { operator, reason })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
  }
}
