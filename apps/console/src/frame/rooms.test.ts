import { permissionsOf, roles } from '@nare/contract/permissions'
import { expect, test } from 'vitest'
import { roomsOf } from './rooms.ts'

test('the rail has the rooms that a role may enter', () => {
  const namesOf = (role: (typeof roles)[number]): string[] =>
    roomsOf([...permissionsOf([role])]).map(({ name }) => name)
  expect(namesOf('admin')).toContain('Bettors')
  expect(namesOf('marketing')).not.toContain('Bettors')
  for (const role of roles) expect(namesOf(role)).toContain('Today')
})

test('nobody has a room without a permission, and no number opens two rooms', () => {
  expect(roomsOf([])).toEqual([])
  const numbers = roomsOf([...permissionsOf(['admin'])]).map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
})
