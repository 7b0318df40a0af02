import type { FieldFault } from '@nare/contract/field-codes'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { operatorSettings, SettingValue } from '@nare/contract/settings'
import type { Tx } from '#platform/db'
import type { Deciding } from '#platform/operator-calls'
import { momentOf } from './moment.ts'
import { isWeakened, type Setting } from './setting.ts'
import * as store from './store.ts'
import { byKey, type Change } from './timeline.ts'

type Call = typeof operatorSettings.changeSetting
type Given = Received<Call>

/** How many changes of one setting may be planned. */
const plannedMax = 20

/** What a change needs of the settings of this process. */
type Known = {
  named(key: string): Setting<unknown> | undefined
  valueAt(of: Setting<unknown>, own: readonly Change[], at: Date): unknown
  faultOf(of: Setting<unknown>, change: { before: unknown; after: unknown; at: Date }): FieldFault | undefined
  changed(): Promise<void>
}

type Planned = {
  readonly of: Setting<unknown>
  /** Null for the default. */
  readonly value: SettingValue | null
  readonly effectiveAt: Date
  readonly at: Date
  readonly before: unknown
  readonly after: unknown
}

const fault = (field: keyof Given, { code, sentence }: FieldFault) =>
  refused('invalid_input', fieldFacts({ [field]: { code, sentence } }))

/** What a setting would be at a moment without the changes that begin at exactly that moment; null for the default. Under the lock of all changes. */
export async function valueWithoutPlan(tx: Tx, key: string, at: Date): Promise<SettingValue | null> {
  const own = byKey(await store.currentChanges(tx, key)).get(key) ?? []
  return own.findLast(({ effectiveAt }) => effectiveAt < at)?.value ?? null
}

/**
 * The change of a setting. All changes take one lock, so that the facts on which a second person decides are the last ones, and ids follow the
 * order of commits.
 */
export function openChange(settings: Known): Deciding<Call> {
  async function planOf(
    tx: Tx,
    { key, value, from }: Given,
    isConfirmed: boolean,
  ): Promise<Outcome<Planned, 'invalid_input'>> {
    const of = settings.named(key)
    if (!of) return fault('key', { code: 'not_one_of', sentence: 'There is no such setting' })
    const read = value === null ? undefined : of.kind.read(value)
    if (read && 'fault' in read) return fault('value', read.fault)
    const unfit = read && of.kind.fit(read.value)
    if (unfit) return fault('value', unfit)
    const planned = await momentOf(tx, from, { isConfirmed })
    if ('code' in planned) return fault('from', planned)
    const { at, effectiveAt } = planned
    const own = byKey(await store.currentChanges(tx, key)).get(key) ?? []
    if (own.filter((one) => one.effectiveAt > at).length >= plannedMax)
      return fault('from', { code: 'too_many', sentence: `${plannedMax} changes are planned already` })
    const before = settings.valueAt(of, own, effectiveAt)
    const after = read ? read.value : settings.valueAt(of, [], effectiveAt)
    const written = read ? of.kind.write(read.value) : null
    if (of.kind.write(before) === of.kind.write(after))
      return fault('value', { code: 'not_valid', sentence: 'This is the value already' })
    const barred = settings.faultOf(of, { before, after, at: effectiveAt })
    if (barred) return fault('value', barred)
    return done({ of, value: written, effectiveAt, at, before, after })
  }

  return {
    async read(tx, given, { proposer }) {
      const plan = await planOf(tx, given, proposer !== undefined)
      if (!plan.ok) return plan
      const { of, before, after } = plan.value
      return done({
        facts: { value: of.kind.write(before), ...(given.value === null && { default: of.kind.write(after) }) },
        needed: isWeakened(of, { before, after }),
      })
    },
    async work(tx, given, { operator, proposer }) {
      const plan = await planOf(tx, given, proposer !== undefined)
      if (!plan.ok) return plan
      const { of, value, effectiveAt, at } = plan.value
      const author = proposer ?? operator
      const confirmedBy = proposer === undefined ? null : operator
      await store.insertChange(tx, { key: of.key, value, effectiveAt, author, confirmedBy, reason: given.reason, at })
      const state = effectiveAt > at ? 'planned' : 'done'
      return done({ state, key: of.key, value, from: effectiveAt.toISOString() })
    },
    after: () => settings.changed(),
  }
}
