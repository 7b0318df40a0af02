import { moneyText, percentText } from '../../../parts/format.ts'
import type { Rule } from './scopes.ts'

/** The value of a rule as it is read. */
export function ruleText({ kind, value }: Pick<Rule, 'kind' | 'value'>): string {
  if (value === null) return 'planned'
  return kind === 'margin' ? percentText(value) : moneyText(value)
}
