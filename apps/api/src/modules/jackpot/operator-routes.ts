import type { operatorJackpot as contract } from '@nare/contract/operator-jackpot'
import { done } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import { onceForId, type House } from '#platform/operator-calls'
import { metaOf } from '#platform/paging'
import type { Jackpots } from './jackpot.ts'

const text = (cents: bigint): string => formatMoney(money(cents))

/** The operators' calls about jackpots. */
export function operatorJackpotRoutes(
  { operator: jackpots }: Pick<Jackpots, 'operator'>,
  house: Pick<House, 'waitingFor' | 'samePerson'>,
): Handlers<typeof contract> {
  return {
    async operatorJackpots(query) {
      const { rows, ...paged } = await jackpots.list(query)
      const waiting = await house.waitingFor(rows.map(({ pool }) => `jackpot ${pool.id}`))
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
          ...{
            created_by: pool.createdBy,
            opened_by: pool.openedBy,
            cancel_by: pool.cancelBy ?? waiting.get(`jackpot ${pool.id}`)?.proposer ?? null,
            fault: pool.fault,
          },
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
    createJackpot: onceForId({
      async work(tx, { reason: _, id: _id, ...terms }, { operator }) {
        const created = await jackpots.create(tx, terms, operator)
        return created.ok ? done({ jackpot_id: String(created.value.id), state: 'draft' as const }) : created
      },
    }),
    async openJackpot({ id }, { operator }) {
      const changed = await jackpots.open({ id: Number(id), operator, samePerson: house.samePerson })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
    async closeJackpot({ id }, { operator }) {
      const changed = await jackpots.close({ id: Number(id), operator })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
    cancelJackpot: {
      read: (tx, { id }) => jackpots.cancelBasis(tx, Number(id)),
      async work(tx, { id }, { operator }) {
        const cancelled = await jackpots.cancelIn(tx, { id: Number(id), operator })
        return cancelled.ok ? done({ jackpot_id: id, state: 'cancelled' as const }) : cancelled
      },
      after: async (_answer, { id }) => void (await jackpots.settle({ id: Number(id), operator: '' })),
    },
    async settleJackpot({ id }, { operator }) {
      const changed = await jackpots.settle({ id: Number(id), operator })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
  }
}
