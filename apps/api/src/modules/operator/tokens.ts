import { createHash, timingSafeEqual } from 'node:crypto'
import { permissionsOf, permissionsWithoutRoles } from '@nare/contract/permissions'
import type { OperatorToken } from '#config-operators'
import type { Operator } from '#platform/call'

/** Finds the operators of the configuration by their tokens, for which every hash is compared, in constant time, and by their names. */
export function operatorTokens(tokens: readonly OperatorToken[]): {
  byToken: (token: string) => Operator | undefined
  named: (name: string) => Operator | undefined
} {
  const operators = tokens.map(({ name, roles, hash }) => ({
    hash: Buffer.from(hash, 'hex'),
    operator: {
      name,
      may: roles ? permissionsOf(roles) : permissionsWithoutRoles,
      kind: 'configured' as const,
      seesNumbers: true,
    },
  }))
  return {
    byToken(token) {
      const given = createHash('sha256').update(token).digest()
      let found: Operator | undefined
      for (const { hash, operator } of operators) if (timingSafeEqual(hash, given)) found = operator
      return found
    },
    named: (name) => operators.find(({ operator }) => operator.name === name)?.operator,
  }
}
