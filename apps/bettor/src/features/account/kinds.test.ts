import { expect, test, vi } from 'vitest'
import { useKindText } from './kinds.ts'

// The mock returns the message itself, because only the build replaces messages with ids.
vi.mock('@lingui/react/macro', () => ({
  useLingui: () => ({
    t: (parts: TemplateStringsArray, ...values: string[]) => String.raw({ raw: parts }, ...values),
  }),
}))

test('a bonus transaction has a separate label, or the label of its cash counterpart with "(bonus)"', () => {
  const text = useKindText()
  const kinds = ['granted', 'expired', 'cancelled', 'converted', 'restored', 'stake', 'win', 'refund', 'cash_out']
  expect([...kinds, 'correction'].map((kind) => text(`bonus_${kind}`))).toEqual([
    ...['Bonus received', 'Bonus expired', 'Bonus given up', 'Bonus turned into cash', 'Bonus correction'],
    ...['Stake (bonus)', 'Winnings (bonus)', 'Refund (bonus)', 'Cash-out (bonus)', 'Result correction (bonus)'],
  ])
  expect(text('returnable_freed')).toBe('Deposit added after all')
  expect([text('stake'), text('odd_kind'), text('constructor')]).toEqual(['Stake', 'odd kind', 'constructor'])
})
