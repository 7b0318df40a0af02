import type { operatorPoints } from '@nare/contract/operator-rewards'
import { done, refused } from '@nare/contract/outcome'
import type { Ledger } from '#modules/ledger/ledger'
import type { Settings } from '#modules/settings/settings'
import type { Deciding } from '#platform/operator-calls'
import type { Purse } from './purse.ts'
import { pointSettings } from './settings.ts'
import { insertAdjustment } from './store.ts'

type Deps = {
  readonly ledger: Pick<Ledger, 'lockPoints'>
  readonly settings: Pick<Settings, 'now'>
  readonly purse: Pick<Purse, 'awardAll' | 'spendAll'>
}

/**
 * Adjusts a bettor's points, once for each id. A second person confirms what exceeds the sum that one person adjusts alone within a day, for all
 * bettors and both directions. Never deducts more points than the bettor has (insufficient_funds).
 */
export function openAdjust({ ledger, settings, purse }: Deps): Deciding<typeof operatorPoints.adjustPoints> {
  return {
    async read(tx, { bettor_id, points }) {
      const bettor = BigInt(bettor_id)
      const account = (await ledger.lockPoints(tx, [bettor])).get(bettor)
      if (!account) return refused('not_found')
      if (account.points + BigInt(points) < 0n)
        return refused('insufficient_funds', undefined, 'The bettor has fewer points')
      const alone = BigInt(settings.now()(pointSettings.adjustAloneMax))
      return done({ facts: { points: account.points.toString() }, amount: BigInt(Math.abs(points)), alone, bettor })
    },
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
