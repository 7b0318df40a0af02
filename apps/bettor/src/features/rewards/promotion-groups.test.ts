import type { PromotionRow } from '@nare/contract/promotions'
import { expect, test } from 'vitest'
import { groupsOf } from './promotion-groups.ts'

const row = (promotion_id: string, state: PromotionRow['state']): PromotionRow =>
  ({ promotion_id, state }) as PromotionRow
const idsOf = (groups: ReturnType<typeof groupsOf>) =>
  Object.fromEntries(Object.entries(groups).map(([name, rows]) => [name, rows.map((each) => each.promotion_id)]))

test('promotions are grouped as joined, open and ended, in the order of the list', () => {
  const rows = [row('1', 'open'), row('2', 'joined'), row('3', 'over'), row('4', 'open'), row('5', 'used')]
  expect(idsOf(groupsOf(rows))).toEqual({ joined: ['2'], open: ['1', '4'], ended: ['3', '5'] })
})

test('a promotion that is joined on the page stays in its group', () => {
  const rows = [row('1', 'joined'), row('2', 'joined'), row('3', 'used')]
  expect(idsOf(groupsOf(rows, new Set(['1', '3'])))).toEqual({ joined: ['2'], open: ['1', '3'], ended: [] })
})
