import type { operatorProposals } from '@nare/contract/operator-proposals'
import type { Answer } from '@nare/contract/route'
import { dateWithYear } from '@nare/ui/format'
import { centsOf, textOf } from './cents.ts'
import { amountText, labelOf } from './format.ts'

export type Proposal = Answer<typeof operatorProposals.proposals>['data'][number]

/** "withdrawal.decide" as "Withdrawal: decide". */
export const actionText = (action: string): string => {
  const [area = '', ...rest] = action.split('.')
  return rest.length === 0 ? labelOf(area) : `${labelOf(area)}: ${rest.join(' ').replaceAll('_', ' ')}`
}

export type FactRow = {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** How much an amount changes. */
  readonly change: string | undefined
}

type Fact = Proposal['before'][string]

const named = (name: string, fact: Fact | undefined): Fact | undefined =>
  name === 'provider' && typeof fact === 'string' ? labelOf(fact) : fact

const amount = /^-?\d+\.\d{2}$/
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A fact as it is read: amounts with thousands, yes and no, lists with commas. */
export function factText(fact: Fact | undefined): string | undefined {
  if (fact === undefined) return undefined
  if (fact === null) return 'none'
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (Array.isArray(fact)) return fact.length === 0 ? 'none' : fact.join(', ')
  if (typeof fact === 'string' && moment.test(fact)) return dateWithYear(fact, 'en')
  return typeof fact === 'string' && amount.test(fact) ? amountText(fact) : String(fact)
}

/** The rows of a table of a setting, as "3=5, 5=10"; undefined for anything else. */
function rowsOf(fact: Fact | undefined): readonly string[] | undefined {
  if (typeof fact !== 'string') return undefined
  if (fact === 'none') return []
  const rows = fact.split(', ')
  return rows.every((row) => row.includes('=')) ? rows : undefined
}

/** Of two tables the rows that only one of them has: of many rows a change touches few. */
function apart(before: Fact | undefined, after: Fact | undefined): [Fact | undefined, Fact | undefined] {
  const [old, next] = [rowsOf(before), rowsOf(after)]
  if (!old || !next || old.length + next.length === 0) return [before, after]
  const only = (rows: readonly string[], others: readonly string[]): string[] =>
    rows.filter((row) => !others.includes(row)).map((row) => row.replaceAll('=', ' '))
  return [only(old, next), only(next, old)]
}

/** The facts of a proposal side by side: what stands now, and what it would set. Those that it sets come first. */
export function factRows({ before, after }: Pick<Proposal, 'before' | 'after'>): readonly FactRow[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const isSet = (name: string): number =>
    Number(after[name] !== undefined && factText(after[name]) !== factText(before[name]))
  const sorted = names.toSorted((a, b) => isSet(b) - isSet(a))
  return sorted.map((name) => {
    const [old, next] = apart(before[name], after[name])
    return {
      name: name === 'msisdn' ? 'Number' : labelOf(name),
      before: factText(named(name, old)),
      after: factText(named(name, next)),
      change: changeOf(before[name], after[name]),
    }
  })
}

function changeOf(before: Fact | undefined, after: Fact | undefined): string | undefined {
  if (typeof before !== 'string' || typeof after !== 'string' || !amount.test(before) || !amount.test(after)) return
  const change = amountText(textOf(centsOf(after) - centsOf(before)))
  return /^[1-9]/.test(change) ? `+${change}` : change
}

/** The facts that a proposal sets, each beside what stands now: "Amount 500", "Number 0712 *** 678 → 0722 *** 418". */
export const factsText = (proposal: Pick<Proposal, 'before' | 'after'>): string =>
  factRows(proposal)
    .filter(({ before, after }) => after !== undefined && after !== before)
    .map(({ name, before, after }) => `${name} ${before === undefined ? '' : `${before} → `}${after}`)
    .join(', ')
