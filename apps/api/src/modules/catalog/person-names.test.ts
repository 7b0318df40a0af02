import { expect, test } from 'vitest'
import { personIn, persons } from './person-names.ts'

const squad = ['Juma Mwashera', 'John Otieno', 'James Otieno', 'Mário Đurić', 'Ali Hassan Ali'].map((name) => ({
  name,
}))
const found = (name: string) => personIn(squad, name)?.name

test('a name is found in other capitals, accents, spaces and orders, and with an initial', () => {
  const spellings = ['JUMA MWASHERA', 'juma  mwashera', 'J. Mwashera', 'J Mwashera', 'Mwashera, Juma', 'MWASHERA J.']
  for (const name of [...spellings, 'Juma Ali Mwashera']) expect([name, found(name)]).toEqual([name, 'Juma Mwashera'])
  expect(found('Mario Duric')).toBe('Mário Đurić')
  expect(found('M. Djuric')).toBeUndefined()
  expect(found('A. Ali')).toBe('Ali Hassan Ali')
  expect(personIn([{ name: 'J. Mwashera' }], 'Juma Mwashera')?.name).toBe('J. Mwashera')
})

test('a name that fits two players or none, or is a surname alone, is nobody', () => {
  for (const name of ['J. Otieno', 'Otieno', 'Mwashera', 'K. Mwashera', 'Juma', 'J. M.', 'Peter Kamau', '', '?'])
    expect([name, found(name)]).toEqual([name, undefined])
  expect(found('Jo. Otieno')).toBeUndefined()
  expect(found('John Otieno')).toBe('John Otieno')
})

test('spellings of one person are one person', () => {
  expect(persons(['Juma Mwashera', 'JUMA MWASHERA', 'J. Mwashera', 'John Otieno', 'James Otieno'])).toEqual([
    'Juma Mwashera',
    'John Otieno',
    'James Otieno',
  ])
})
