import { permissionsOf, roles, type Permission, type Role } from '@nare/contract/permissions'
import { expect, test } from 'vitest'
import { pagesOfHouse } from './pages.ts'

const mayOf = (role: Role) => (permission: Permission) => permissionsOf([role]).has(permission)
const rolesWith = (to: string): readonly Role[] =>
  roles.filter((role) => pagesOfHouse(mayOf(role)).some(({ pages }) => pages.some((page) => page.to === to)))

test('the house names a page to those who may open it: of suspicions nobody else knows', () => {
  expect(rolesWith('/house/aml')).toEqual(['admin', 'protection', 'finance', 'auditor'])
  expect(rolesWith('/house/protection')).toEqual(['admin', 'protection', 'auditor'])
  expect(rolesWith('/house/proposals')).toEqual(roles)
})
