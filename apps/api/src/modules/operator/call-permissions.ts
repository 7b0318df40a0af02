import { areas } from '@nare/contract/all'
import type { operator } from '@nare/contract/operator'
import { rolesWith } from '@nare/contract/permissions'
import type { Answer, Route } from '@nare/contract/route'

/** Every operators' call with the permission that it needs, and the roles that have it. */
export const callPermissions: Answer<typeof operator.permissions>['data'] = Object.values(areas)
  .flatMap((calls): Route[] => Object.values(calls))
  .flatMap(({ method, path, permission, also = [], second = 'never' as const, confirm = false }) =>
    permission === undefined || (method !== 'GET' && method !== 'POST')
      ? []
      : [{ method, path, permission, also: [...also], second, confirm, roles: [...rolesWith(permission)] }],
  )
