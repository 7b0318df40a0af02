import type { operatorRewards as contract } from '@nare/contract/operator-rewards'
import { done } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import type { Operator } from './operator.ts'

const text = (cents: bigint): string => formatMoney(money(cents))

/** The operators' calls about points and leaderboards. */
export function operatorRewardRoutes(operators: Operator): Handlers<typeof contract> {
  return {
    async adjustPoints({ id, bettor_id: bettor, points, reason }, { operator }) {
      const adjusted = await operators.adjustPoints(
        { id, bettor: BigInt(bettor), points: BigInt(points) },
        { operator, reason },
      )
      return adjusted.ok ? done({ state: adjusted.value }) : adjusted
    },
    async pointAdjustments() {
      const rows = await operators.waitingAdjustments()
      return done({
        data: rows.map((row) => ({
          id: row.id,
          bettor_id: row.bettor.toString(),
          points: Number(row.points),
          reason: row.reason,
          proposed_by: row.proposedBy,
          proposed_at: row.proposedAt.toISOString(),
        })),
      })
    },
    async operatorTotals({ days }) {
      const [points, payments] = await Promise.all([operators.adjustedTotals(days), operators.assignedTotals(days)])
      const none = { added: 0n, deducted: 0n, assigned: 0n, alone: 0n }
      const rows = new Map<string, typeof none & { day: string; operator: string }>()
      for (const row of [...points, ...payments]) {
        const name = `${row.day} ${row.operator}`
        rows.set(name, { ...none, ...rows.get(name), ...row })
      }
      return done({
        data: [...rows.values()]
          .toSorted((a, b) => (a.day === b.day ? (a.operator < b.operator ? -1 : 1) : a.day < b.day ? 1 : -1))
          .map(({ day, operator, added, deducted, assigned, alone }) => ({
            ...{ day, operator, points_added: Number(added), points_deducted: Number(deducted) },
            ...{ assigned: text(assigned), assigned_alone: text(alone) },
          })),
      })
    },
    async boardSeasons() {
      const rows = await operators.boardSeasons()
      return done({
        data: rows.map(({ season, state }) => ({
          season_id: String(season.id),
          board: season.board,
          period: season.period,
          since: season.since.toISOString(),
          ends_at: season.endsAt.toISOString(),
          state,
          closed_at: season.closedAt?.toISOString() ?? null,
          closed_by: season.closedBy,
          pays_at: season.paysAt?.toISOString() ?? null,
          ended_at: season.endedAt?.toISOString() ?? null,
          ended_by: season.endedBy,
          withheld: season.withheld,
          winners: season.winners,
          paid: text(season.paid),
          kept: text(season.kept),
        })),
      })
    },
    async closeBoard({ season_id: id, reason }, { operator }) {
      const closed = await operators.closeBoard(Number(id), { operator, reason })
      if (!closed.ok) return closed
      const { won, kept } = closed.value
      const paid = won.reduce((sum, { amount }) => sum + amount, 0n)
      return done({ winners: won.length, paid: text(paid), kept: text(kept) })
    },
    async endPrizes({ season_id: id, withhold, reason }, { operator }) {
      const ended = await operators.endPrizes(Number(id), withhold, { operator, reason })
      return ended.ok ? done({ state: ended.value }) : ended
    },
  }
}
