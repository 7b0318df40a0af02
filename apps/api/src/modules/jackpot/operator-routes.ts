import type { operatorJackpot as contract } from '@nare/contract/operator-jackpot'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { onceForId, type House } from '#platform/operator-calls'
import { previewOf } from '#platform/snapshot'
import { metaOf } from '#platform/paging'
import type { Jackpots } from './jackpot.ts'
import { operatedView, wholeView } from './operator-views.ts'

const subjectOf = (pool: number): string => `jackpot ${pool}`

/** The operators' calls about jackpots. */
export function operatorJackpotRoutes(
  { operator: jackpots }: Pick<Jackpots, 'operator'>,
  house: Pick<House, 'waitingFor' | 'samePerson'>,
): Handlers<typeof contract> {
  return {
    async operatorJackpots(query) {
      const { rows, ...paged } = await jackpots.list(query)
      const waiting = await house.waitingFor(rows.map(({ pool }) => subjectOf(pool.id)))
      return done({
        data: rows.map((row) => operatedView(row, waiting.get(subjectOf(row.pool.id))?.proposer)),
        meta: metaOf(query, paged),
      })
    },
    async operatorJackpot({ id }) {
      const found = await jackpots.whole(Number(id))
      if (!found) return refused('not_found')
      const waiting = await house.waitingFor([subjectOf(found.pool.id)])
      return done({ data: wholeView(found, waiting.get(subjectOf(found.pool.id))?.proposer) })
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
    async closeJackpot({ id, preview }, { operator }) {
      if (preview) return previewOf(await jackpots.foreseeClose(Number(id)))
      const changed = await jackpots.close({ id: Number(id), operator })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
    cancelJackpot: {
      read: (tx, { id }) => jackpots.cancelBasis(tx, Number(id)),
      async work(tx, { id }, { operator }) {
        const cancelled = await jackpots.cancelIn(tx, { id: Number(id), operator })
        return cancelled.ok ? done({ jackpot_id: id, state: 'cancelled' as const }) : cancelled
      },
      preview: async ({ id }) => previewOf(await jackpots.foreseeCancel(Number(id))),
      after: async (_answer, { id }) => void (await jackpots.settle({ id: Number(id), operator: '' })),
    },
    async settleJackpot({ id, preview }, { operator }) {
      if (preview) return previewOf(await jackpots.foreseeSettle(Number(id)))
      const changed = await jackpots.settle({ id: Number(id), operator })
      return changed.ok ? done({ jackpot_id: id, state: changed.value }) : changed
    },
  }
}
