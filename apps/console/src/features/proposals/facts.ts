import type { Proposal } from './proposal-row.ts'
import { amountText, labelOf } from '../../parts/format.ts'
import { centsOf, textOf } from '../../parts/cents.ts'

export type FactRow = {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** How much an amount changes. */
  readonly change: string | undefined
}

type Fact = Proposal['before'][string]

const amount = /^-?\d+\.\d{2}$/

/** A fact as it is read: amounts with thousands, yes and no, lists with commas. */
export function factText(fact: Fact | undefined): string | undefined {
  if (fact === undefined) return undefined
  if (fact === null) return 'none'
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (Array.isArray(fact)) return fact.length === 0 ? 'none' : fact.join(', ')
  return typeof fact === 'string' && amount.test(fact) ? amountText(fact) : String(fact)
}

/** The facts of a proposal side by side: what stands now, and what it would set. */
export function factRows({ before, after }: Pick<Proposal, 'before' | 'after'>): readonly FactRow[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.map((name) => ({
    name: labelOf(name),
    before: factText(before[name]),
    after: factText(after[name]),
    change: changeOf(before[name], after[name]),
  }))
}

function changeOf(before: Fact | undefined, after: Fact | undefined): string | undefined {
  if (typeof before !== 'string' || typeof after !== 'string' || !amount.test(before) || !amount.test(after)) return
  const change = amountText(textOf(centsOf(after) - centsOf(before)))
  return /^[1-9]/.test(change) ? `+${change}` : change
}
