import type { operatorBoards as contract } from '@nare/contract/operator-rewards'
import { done, refused } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import { previewOf } from '#platform/snapshot'
import { metaOf } from '#platform/paging'
import type { Boards } from './boards.ts'

const text = (cents: bigint): string => formatMoney(money(cents))

/** The operators' calls about leaderboards. */
export function operatorBoardRoutes(
  boards: Pick<Boards, 'seasons' | 'prizes' | 'closeSeason' | 'foreseeClosing' | 'deciding'>,
): Handlers<typeof contract> {
  return {
    async boardSeasons(page) {
      const { rows, ...paged } = await boards.seasons(page)
      return done({
        data: rows.map((season) => ({
          season_id: String(season.id),
          board: season.board,
          period: season.period,
          since: season.since.toISOString(),
          ends_at: season.endsAt.toISOString(),
          state: season.state,
          closed_at: season.closedAt?.toISOString() ?? null,
          closed_by: season.closedBy,
          pays_at: season.paysAt?.toISOString() ?? null,
          ended_at: season.endedAt?.toISOString() ?? null,
          ended_by: season.endedBy,
          withheld: season.withheld,
          winners: season.winners,
          paid: text(season.paid),
          kept: text(season.kept),
          stakes: text(season.stakes),
          returns: text(season.returns),
        })),
        meta: metaOf(page, paged),
      })
    },
    async boardPrizes({ season_id: id }) {
      const prizes = await boards.prizes(Number(id))
      if (!prizes) return refused('not_found')
      return done({
        data: prizes.map(({ bettor, rank, player, amount }) => ({
          ...{ rank, bettor_id: bettor.toString(), player, amount: text(amount) },
        })),
      })
    },
    async closeBoard({ season_id: id, preview }, { operator }) {
      if (preview) return previewOf(await boards.foreseeClosing(Number(id)))
      const closed = await boards.closeSeason(Number(id), operator)
      if (!closed.ok) return closed
      const { won, kept } = closed.value
      const paid = won.reduce((sum, { amount }) => sum + amount, 0n)
      return done({ winners: won.length, paid: text(paid), kept: text(kept) })
    },
    endPrizes: {
      read: async () => done({ facts: {} }),
      async work(tx, { season_id: id, withhold }, { operator }) {
        const ended = await boards.deciding.endIn(tx, { id: Number(id), by: operator, withhold })
        return ended.ok ? done({ state: withhold ? 'withheld' : 'paid' }) : ended
      },
      after: ({ state }, { season_id: id }) => (state === 'paid' ? boards.deciding.paid(Number(id)) : undefined),
      preview: async ({ season_id: id, withhold }) =>
        previewOf(await boards.deciding.foresee({ id: Number(id), withhold })),
    },
  }
}
