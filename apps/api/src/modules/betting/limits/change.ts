import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { operatorTradingLimits as contract } from '@nare/contract/operator-trading-hands'
import type { Received } from '@nare/contract/route'
import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import {
  levelRefusal,
  openChange,
  planLevels,
  writeLevels,
  type LevelPlan,
  type Levels,
  type LevelWish,
  type Settings,
} from '#modules/settings/settings'
import type { Facts } from '#platform/facts'
import type { Call } from '#platform/call'
import type { Tx } from '#platform/db'
import type { Basis, Deciding } from '#platform/operator-calls'
import { bettingSettings } from '../settings.ts'

type SetLimit = typeof contract.setLimit
type Given = Received<SetLimit>
type Kind = 'liability' | 'stake'

type Deps = {
  readonly settings: Settings
  readonly levels: Pick<Levels, 'changed'>
  readonly catalog: { readonly hands: Pick<Catalog['hands'], 'ruledParts'> }
}

/** The settings that are the limits of all. */
export const settingOf = { liability: bettingSettings.liabilityMax, stake: bettingSettings.stakeMax } as const
const kinds: readonly Kind[] = ['liability', 'stake']
const most: Readonly<Record<Kind, Money>> = { liability: money(100_000_000_000n), stake: money(1_000_000_000n) }

/** The kinds of limits that a call sets. */
const givenKinds = (given: Given): Kind[] => kinds.filter((kind) => given[kind] !== undefined)
const textOf = (amount: Money | null | undefined): string | null =>
  amount === null || amount === undefined ? null : formatMoney(amount)

/**
 * Sets limits by level. Those of all are settings of the house; the others only make them stricter. A second person confirms a higher limit, and
 * the end of one; of a match that a person has made every limit above the one that such matches have.
 */
export function openLimits({ settings, levels, catalog }: Deps): Deciding<SetLimit> {
  const change = openChange(settings)

  type Plan = LevelPlan & { readonly wishes: readonly LevelWish[]; readonly byHand: ReadonlySet<string> }

  /** Whether this is a limit of a match that a person has made, above the one that such matches have by themselves. */
  const liftsHand = ({ byHand }: Plan, { kind, part, value }: LevelWish): boolean =>
    kind === 'liability' &&
    byHand.has(part) &&
    value !== null &&
    (parseMoney(value) ?? 0n) > settings.now()(bettingSettings.handLiabilityMax)

  async function planOf(tx: Tx, given: Given, isConfirmed: boolean): Promise<Outcome<Plan, 'invalid_input'>> {
    const { level, from } = given
    const parts = await catalog.hands.ruledParts(tx, given)
    if (!parts) return levelRefusal('ids', { code: 'not_one_of', sentence: `Give ids of this level: ${level}` })
    for (const kind of givenKinds(given)) {
      const amount = given[kind]
      if (typeof amount === 'bigint' && amount > most[kind])
        return levelRefusal(kind, { code: 'too_large', sentence: `At most ${formatMoney(most[kind])}` })
    }
    const wishes = parts.flatMap(({ id, alias }) =>
      givenKinds(given).map((kind): LevelWish => ({ kind, level, part: id, alias, value: textOf(given[kind]) })),
    )
    const plan = await planLevels(tx, wishes, { from, isConfirmed })
    const byHand = new Set(parts.filter((part) => part.isByHand).map(({ id }) => id))
    return plan.ok ? done({ ...plan.value, wishes, byHand }) : plan
  }

  /** The change of the setting that is this limit of all. */
  const settingChange = (given: Given, kind: Kind) => ({
    key: settingOf[kind].key,
    value: textOf(given[kind]),
    reason: given.reason,
    ...(given.from !== undefined && { from: given.from }),
  })

  async function readAll(tx: Tx, given: Given, call: Call<'operator'>): Promise<Outcome<Basis, 'invalid_input'>> {
    const facts: Record<string, Facts[string]> = {}
    let needed = false
    for (const kind of givenKinds(given)) {
      const read = await change.read(tx, settingChange(given, kind), call)
      if (!read.ok) return ofKind(read, kind)
      facts[kind] = read.value.facts['value'] ?? ''
      needed ||= read.value.needed === true
    }
    return done({ facts, needed })
  }

  return {
    async read(tx, given, call) {
      if (givenKinds(given).length === 0)
        return levelRefusal('liability', { code: 'required', sentence: 'Give a liability, a stake, or both' })
      if (given.level === 'all') {
        if (given.ids.length > 0) return levelRefusal('ids', { code: 'not_one_of', sentence: 'This level has no ids' })
        return readAll(tx, given, call)
      }
      const plan = await planOf(tx, given, call.proposer !== undefined)
      if (!plan.ok) return plan
      const { wishes, before } = plan.value
      const facts = Object.fromEntries(wishes.map((wish) => [`${wish.kind} ${wish.part}`, before(wish) ?? 'none']))
      const isSecond = (wish: LevelWish) => isWeaker(before(wish), wish.value) || liftsHand(plan.value, wish)
      return done({ facts, needed: wishes.some(isSecond) })
    },
    async work(tx, given, call) {
      const { operator, proposer } = call
      if (given.level === 'all') {
        let from = ''
        let state: 'done' | 'planned' = 'done'
        for (const kind of givenKinds(given)) {
          const changed = await change.work(tx, settingChange(given, kind), call)
          if (!changed.ok) return ofKind(changed, kind)
          ;({ from, state } = changed.value)
        }
        return done({ state, level: given.level, ids: [], from })
      }
      const plan = await planOf(tx, given, proposer !== undefined)
      if (!plan.ok) return plan
      const { wishes, at, effectiveAt } = plan.value
      await writeLevels(tx, wishes, { at, effectiveAt, operator, proposer, reason: given.reason })
      const ids = [...new Set(wishes.map(({ part }) => part))]
      return done({
        state: effectiveAt > at ? 'planned' : 'done',
        level: given.level,
        ids,
        from: effectiveAt.toISOString(),
      })
    },
    async after() {
      await settings.changed()
      await levels.changed()
    },
  }
}

/** Whether a limit of a level allows more than before; without one, the level allows everything. */
function isWeaker(before: string | null, after: string | null): boolean {
  if (before === null) return false
  return after === null || (parseMoney(after) ?? 0n) > (parseMoney(before) ?? 0n)
}

/** A refusal of the change of a setting, with the field of this call that it is about. */
function ofKind(refusal: { readonly facts?: Readonly<Record<string, unknown>> | undefined }, kind: Kind) {
  const fields = fieldsIn(refusal.facts?.['fields'])
  const [field = kind, sentence = 'Check this'] = Object.entries(fields)[0] ?? []
  return refused('invalid_input', fieldFacts({ [field === 'from' ? 'from' : kind]: { code: 'not_valid', sentence } }))
}

const fieldsIn = (given: unknown): Record<string, string> =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(Object.entries(given).map(([name, text]) => [name, String(text)]))
    : {}
