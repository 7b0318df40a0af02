import { createHash } from 'node:crypto'
import type { Role } from '@nare/contract/permissions'

/** The token of an operator of `operatorsOf`. */
export const operatorToken = (name: string): string => `the-token-of-${name}`

/** The setting OPERATORS of people with one role each, or the single permission of the regulator. */
export const operatorsOf = (people: Readonly<Record<string, Role | 'export.read'>>): string =>
  Object.entries(people)
    .map(([name, role]) => `${name}:${role}:${createHash('sha256').update(operatorToken(name)).digest('hex')}`)
    .join(',')
