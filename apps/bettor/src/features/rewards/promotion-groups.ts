import type { PromotionRow } from '@nare/contract/promotions'

type Groups = Record<'joined' | 'open' | 'ended', PromotionRow[]>

/**
 * Groups promotions into joined, open and ended, each in the order of the list. A promotion that was open when the page opened stays in
 * that group, so that no card moves while the bettor taps.
 */
export function groupsOf(rows: readonly PromotionRow[], openAtFirst: ReadonlySet<string> = new Set()): Groups {
  const groups: Groups = { joined: [], open: [], ended: [] }
  for (const row of rows) {
    const { state } = row
    const isOpen = state === 'open' || openAtFirst.has(row.promotion_id)
    groups[isOpen ? 'open' : state === 'joined' ? 'joined' : 'ended'].push(row)
  }
  return groups
}
