import type { MarketView } from '@nare/contract/catalog'

/** The line of the next goal, copied from another line of the market; without prices until its prices arrive. */
export function nextGoalLine(line: MarketView, number: number): MarketView {
  const value = String(number)
  if (line.special_bet_value === value) return line
  const named = (text: string): string => text.replace(/\d+$/, value)
  const odds = line.odds.map((odd) => ({ ...odd, odd_key: named(odd.odd_key), odd_value: null }))
  return { ...line, name: named(line.name), special_bet_value: value, odds }
}
