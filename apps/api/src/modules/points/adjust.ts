import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Country } from '#country/country'
import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db } from '#platform/db'
import { lockName } from '#platform/locks'
import type { Purse } from './purse.ts'
import { adjustedAlone, endAdjustment, hasAdjustment, lockAdjustment, type Adjustment } from './store.ts'

type Deps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'lockPoints'>
  readonly country: Pick<Country, 'points'>
  readonly purse: Pick<Purse, 'awardAll' | 'spendAll'>
}

/** An operator's adjustment: positive points are added, negative ones deducted. */
export type Adjust = Pick<Adjustment, 'id' | 'bettor' | 'points' | 'reason'> & { readonly operator: string }

export type Adjusted = Outcome<'done' | 'waiting', 'not_found' | 'not_allowed' | 'id_reused' | 'insufficient_funds'>

const fewer = refused('insufficient_funds', undefined, 'The bettor has fewer points')

/**
 * Adjusts a bettor's points, once for each id. A large adjustment waits until a second operator confirms it by the same call with the same id,
 * bettor and points. All adjustments of one operator within a day are added up for this check. Never deducts more points than the
 * bettor has.
 */
export function openAdjust({ db, ledger, country, purse }: Deps) {
  return (given: Adjust): Promise<Adjusted> =>
    transact(db, async (tx): Promise<Adjusted> => {
      const { id, bettor, points, operator } = given
      await lockName(tx, 'operator', operator)
      const account = (await ledger.lockPoints(tx, [bettor])).get(bettor)
      if (!account) return refused('not_found')
      const isShort = account.points + points < 0n
      // A proposal that cannot be executed is not stored: it would never be confirmed.
      if (isShort && !(await hasAdjustment(tx, id))) return fewer
      const stored = await lockAdjustment(tx, { ...given, proposedBy: operator })
      if (stored.bettor !== bettor || stored.points !== points) return refused('id_reused')
      if (stored.doneAt) return done('done')
      const size = points < 0n ? -points : points
      const alone = size + (await adjustedAlone(tx, stored))
      const isLarge = alone > BigInt(country.points.adjustAloneMax)
      if (isLarge && stored.isNew) return done('waiting')
      if (isLarge && stored.proposedBy === operator)
        return refused('not_allowed', undefined, 'A second operator confirms this: you have proposed it')
      if (isShort) return fewer
      const move = { id: `points/adjust/${id}`, bettor, points: size }
      if (points > 0n) await purse.awardAll(tx, [{ ...move, reason: 'adjusted' }])
      else await purse.spendAll(tx, [{ ...move, kind: 'points_deducted' }])
      await endAdjustment(tx, id, stored.isNew || stored.proposedBy === operator ? null : operator)
      return done('done')
    })
}
