import { expect, test, vi } from 'vitest'
import { useKindText } from './kinds.ts'

// The macro keeps its message where no build has replaced it by an id.
vi.mock('@lingui/react/macro', () => ({
  useLingui: () => ({
    t: (parts: TemplateStringsArray, ...values: string[]) => String.raw({ raw: parts }, ...values),
  }),
}))

test('every movement of bonus money has a text of its own, or says whose stake or return it is', () => {
  const text = useKindText()
  const kinds = ['granted', 'expired', 'cancelled', 'converted', 'restored', 'stake', 'win', 'refund', 'cash_out']
  expect([...kinds, 'correction'].map((kind) => text(`bonus_${kind}`))).toEqual([
    ...['Bonus received', 'Bonus expired', 'Bonus given up', 'Bonus turned into cash', 'Bonus correction'],
    ...['Stake (bonus)', 'Winnings (bonus)', 'Refund (bonus)', 'Cash-out (bonus)', 'Result correction (bonus)'],
  ])
  expect(text('returnable_freed')).toBe('Credited, not returned')
  expect([text('stake'), text('odd_kind'), text('constructor')]).toEqual(['Stake', 'odd kind', 'constructor'])
})
