import type { PromotionRow } from '@nare/contract/promotions'

type Groups = Record<'joined' | 'open' | 'ended', PromotionRow[]>

/**
 * Promotions by what a bettor can do with them, each group in the order of the list. One that was open when the page was opened stays
 * where it is, whatever became of it since: no card moves under the thumb.
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
