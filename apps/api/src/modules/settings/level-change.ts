import { fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { Tx } from '#platform/db'
import { currentLevelChanges, insertLevelChanges, levelKey, type LevelPart } from './level-store.ts'
import { momentOf } from './moment.ts'
import { byKey, changeAt } from './timeline.ts'

/** What a rule of a level becomes; `value` null: no rule of this level any more. `alias` is the name by which a feed knows the part. */
export type LevelWish = LevelPart & { readonly alias: string | null; readonly value: string | null }

/** When a change begins, and what each rule would be without it. */
export type LevelPlan = {
  readonly at: Date
  readonly effectiveAt: Date
  readonly before: (part: LevelPart) => string | null
}

type Ending = 'ids' | 'percent' | 'liability' | 'stake' | 'from'

export const levelRefusal = (field: Ending, fault: FieldFault): Refusal<'invalid_input'> =>
  refused('invalid_input', fieldFacts({ [field]: fault }))

const plannedMax = 20

/** Reads what these rules are at the moment of a change, under the lock of all changes. See `momentOf`. */
export async function planLevels(
  tx: Tx,
  wishes: readonly LevelPart[],
  { from, isConfirmed }: { from: string | undefined; isConfirmed: boolean },
): Promise<Outcome<LevelPlan, 'invalid_input'>> {
  const moment = await momentOf(tx, from, { isConfirmed })
  if ('code' in moment) return levelRefusal('from', moment)
  const { at, effectiveAt } = moment
  const own = byKey(await currentLevelChanges(tx, wishes.map(levelKey)))
  if ([...own.values()].some((changes) => changes.filter((one) => one.effectiveAt > at).length >= plannedMax))
    return levelRefusal('from', { code: 'too_many', sentence: `${plannedMax} changes are planned already` })
  const before = (part: LevelPart): string | null => {
    const value = changeAt(own.get(levelKey(part)) ?? [], effectiveAt.getTime())?.value
    return value === undefined || value === null ? null : String(value)
  }
  return done({ at, effectiveAt, before })
}

type Author = { readonly operator: string; readonly proposer?: string | undefined; readonly reason: string }

/** Writes what these rules become, in the name of who asked for it. */
export async function writeLevels(
  tx: Tx,
  wishes: readonly LevelWish[],
  { at, effectiveAt, operator, proposer, reason }: Pick<LevelPlan, 'at' | 'effectiveAt'> & Author,
): Promise<void> {
  const author = proposer ?? operator
  const confirmedBy = proposer === undefined ? null : operator
  await insertLevelChanges(
    tx,
    wishes.map((wish) => ({ ...wish, effectiveAt, author, confirmedBy, reason, at })),
  )
}
