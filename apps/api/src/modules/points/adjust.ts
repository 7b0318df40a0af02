import type { operatorPoints } from '@nare/contract/operator-rewards'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { effectWithoutTickets, type Ledger } from '#modules/ledger/ledger'
import type { Settings } from '#modules/settings/settings'
import type { Db } from '#platform/db'
import type { Deciding } from '#platform/operator-calls'
import { inSnapshot, previewOf } from '#platform/snapshot'
import type { Purse } from './purse.ts'
import { pointSettings } from './settings.ts'
import { insertAdjustment } from './store.ts'

type Deps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'lockPoints' | 'readPoints'>
  readonly settings: Pick<Settings, 'now'>
  readonly purse: Pick<Purse, 'awardAll' | 'spendAll'>
}

/** What a bettor has after an adjustment: never less than nothing. */
function pointsAfter(
  has: bigint | undefined,
  points: number,
): Outcome<{ before: bigint; after: bigint }, 'not_found' | 'insufficient_funds'> {
  if (has === undefined) return refused('not_found')
  const after = has + BigInt(points)
  return after < 0n
    ? refused('insufficient_funds', undefined, 'The bettor has fewer points')
    : done({ before: has, after })
}

/**
 * Adjusts a bettor's points, once for each id. A second person confirms what exceeds the sum that one person adjusts alone within a day, for all
 * bettors and both directions. Never deducts more points than the bettor has (insufficient_funds).
 */
export function openAdjust({ db, ledger, settings, purse }: Deps): Deciding<typeof operatorPoints.adjustPoints> {
  return {
    async read(tx, { bettor_id, points }) {
      const bettor = BigInt(bettor_id)
      const account = (await ledger.lockPoints(tx, [bettor])).get(bettor)
      const found = pointsAfter(account?.points, points)
      if (!found.ok) return found
      const alone = BigInt(settings.now()(pointSettings.adjustAloneMax))
      return done({ facts: { points: found.value.before.toString() }, amount: BigInt(Math.abs(points)), alone, bettor })
    },
    preview: async ({ bettor_id, points }) =>
      previewOf(
        await inSnapshot(db, async (tx) => {
          const bettor = BigInt(bettor_id)
          const found = pointsAfter((await ledger.readPoints(tx, [bettor])).get(bettor)?.points, points)
          if (!found.ok) return found
          const { before, after } = found.value
          const changed = { bettor_id, before: Number(before), after: Number(after) }
          return done(await effectWithoutTickets(tx, { payees: 1, points: [changed] }))
        }),
      ),
    async work(tx, { id, bettor_id, points, reason }, { operator, proposer }) {
      const bettor = BigInt(bettor_id)
      const by = { proposedBy: proposer ?? operator, confirmedBy: proposer === undefined ? null : operator }
      const isNew = await insertAdjustment(tx, { id, bettor, points: BigInt(points), reason, ...by })
      if (!isNew) return refused('id_reused')
      const move = { id: `points/adjust/${id}`, bettor, points: BigInt(Math.abs(points)) }
      if (points > 0) await purse.awardAll(tx, [{ ...move, reason: 'adjusted' }])
      else await purse.spendAll(tx, [{ ...move, kind: 'points_deducted' }])
      return done({ state: 'done' })
    },
  }
}
