import type { PromotionRow } from '@nare/contract/promotions'

type Groups = Record<'joined' | 'open' | 'ended', PromotionRow[]>

/** Promotions by what a bettor can do with them, each group in the order of the list. */
export function groupsOf(rows: readonly PromotionRow[]): Groups {
  const groups: Groups = { joined: [], open: [], ended: [] }
  for (const row of rows) groups[row.state === 'joined' || row.state === 'open' ? row.state : 'ended'].push(row)
  return groups
}
