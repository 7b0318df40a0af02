import type { EffectView } from '@nare/contract/effect'
import type { operator as contract } from '@nare/contract/operator'
import type { operatorFindings } from '@nare/contract/operator-findings'
import { operatorPoints, type operatorRewards } from '@nare/contract/operator-rewards'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Boards } from '#modules/boards/boards'
import type { Catalog, MatchResolution, Resolution } from '#modules/catalog/catalog'
import { effectWithoutTickets } from '#modules/ledger/ledger'
import type { Payments } from '#modules/payments/payments'
import type { Points } from '#modules/points/points'
import type { Handlers } from '#platform/calls'
import type { Db } from '#platform/db'
import { metaOf } from '#platform/paging'
import { inSnapshot, previewOf } from '#platform/snapshot'
import { callPermissions } from './call-permissions.ts'
import type { OpenHouse } from './house.ts'
import { readAudit } from './audit-list.ts'

export type OperatorDeps = {
  readonly db: Db
  readonly house: OpenHouse
  readonly country: { readonly timeZone: string }
  readonly catalog: Pick<Catalog, 'findings' | 'finding' | 'resolveFinding'>
  readonly boards: Pick<Boards, 'endPrizes' | 'deciding'>
  readonly points: Pick<Points, 'adjustedTotals'>
  readonly payments: Pick<Payments, 'operator'>
}

type Calls = Pick<typeof contract, 'permissions' | 'audit'> & typeof operatorRewards & typeof operatorFindings

const text = (cents: bigint): string => formatMoney(money(cents))

/** The operators' calls that several areas answer together, and those about what operators did. */
export function operatorRoutes({
  db,
  house,
  country,
  catalog,
  boards,
  points,
  payments,
}: OperatorDeps): Handlers<Calls> {
  type Failed = 'not_found' | 'not_available'

  /** What a resolution decides: the prizes of a season, or whether a match takes bets again, which moves no money. */
  async function decisionOf(
    id: bigint,
    resolution: Resolution,
  ): Promise<Outcome<{ season: number; withhold: boolean } | { match: MatchResolution }, Failed>> {
    const finding = await catalog.finding(id)
    if (!finding) return refused('not_found')
    const ofPrizes = resolution === 'pay' || resolution === 'withhold'
    if (ofPrizes !== (finding.kind === 'board_prizes'))
      return refused('not_available', undefined, `A finding of this kind cannot be resolved with ${resolution}`)
    return ofPrizes
      ? done({ season: Number(finding.facts['season_id']), withhold: resolution === 'withhold' })
      : done({ match: resolution })
  }

  async function resolve(id: bigint, resolution: Resolution, by: string): Promise<Outcome<string, Failed>> {
    const found = await decisionOf(id, resolution)
    if (!found.ok) return found
    const decision = found.value
    return 'match' in decision
      ? catalog.resolveFinding(id, decision.match, by)
      : boards.endPrizes({ id: decision.season, by, withhold: decision.withhold })
  }

  async function foresee(id: bigint, resolution: Resolution): Promise<Outcome<EffectView, Failed>> {
    const found = await decisionOf(id, resolution)
    if (!found.ok) return found
    const decision = found.value
    return 'match' in decision
      ? done(await inSnapshot(db, (tx) => effectWithoutTickets(tx)))
      : boards.deciding.foresee({ id: decision.season, withhold: decision.withhold })
  }

  return {
    permissions: async () => done({ data: callPermissions }),
    async audit({ page, limit, after, ...filter }) {
      const { rows, ...paged } = await readAudit({ db, house, country }, filter, { page, limit, after })
      return done({ data: rows, meta: metaOf({ page, limit }, paged) })
    },
    async findings(page) {
      const { rows, total } = await catalog.findings(page)
      return done({
        data: rows.map(({ id, at, ...finding }) => ({
          finding_id: id.toString(),
          ...finding,
          at: at.toISOString(),
          state: 'open' as const,
        })),
        meta: { ...page, total },
      })
    },
    async resolveFinding({ id, resolution, preview }, { operator }) {
      if (preview) return previewOf(await foresee(BigInt(id), resolution))
      const resolved = await resolve(BigInt(id), resolution, operator)
      return resolved.ok ? done({ state: 'resolved' }) : resolved
    },
    async pointAdjustments() {
      const waiting = await house.waitingOf(operatorPoints.adjustPoints)
      return done({
        data: waiting.map(({ input, proposer, reason, createdAt }) => {
          const { id, bettor_id, points: adjusted } = operatorPoints.adjustPoints.input.parse(input)
          return {
            ...{ id, bettor_id, points: adjusted, reason },
            ...{ proposed_by: proposer, proposed_at: createdAt.toISOString() },
          }
        }),
      })
    },
    async operatorTotals({ days }) {
      const [adjusted, assigned] = await Promise.all([
        points.adjustedTotals(days),
        payments.operator.assignedTotals(days),
      ])
      const none = { added: 0n, deducted: 0n, assigned: 0n, alone: 0n }
      const rows = new Map<string, typeof none & { day: string; operator: string }>()
      for (const row of [...adjusted, ...assigned]) {
        const name = `${row.day} ${row.operator}`
        rows.set(name, { ...none, ...rows.get(name), ...row })
      }
      return done({
        data: [...rows.values()]
          .toSorted((a, b) => (a.day === b.day ? (a.operator < b.operator ? -1 : 1) : a.day < b.day ? 1 : -1))
          .map(({ day, operator, added, deducted, assigned: sum, alone }) => ({
            ...{ day, operator, points_added: Number(added), points_deducted: Number(deducted) },
            ...{ assigned: text(sum), assigned_alone: text(alone) },
          })),
      })
    },
  }
}
