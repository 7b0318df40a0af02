import { createHash, timingSafeEqual } from 'node:crypto'
import { permissionsOf, permissionsWithoutRoles } from '@nare/contract/permissions'
import type { OperatorToken } from '#config-operators'
import type { Operator } from '#platform/calls'

/** Finds the operator of a token. Every hash is compared, in constant time. */
export function operatorTokens(tokens: readonly OperatorToken[]): (token: string) => Operator | undefined {
  const operators = tokens.map(({ name, roles, hash }) => ({
    hash: Buffer.from(hash, 'hex'),
    operator: { name, may: roles ? permissionsOf(roles) : permissionsWithoutRoles },
  }))
  return (token) => {
    const given = createHash('sha256').update(token).digest()
    let found: Operator | undefined
    for (const { hash, operator } of operators) if (timingSafeEqual(hash, given)) found = operator
    return found
  }
}
