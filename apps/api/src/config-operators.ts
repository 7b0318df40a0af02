import * as z from 'zod'
import { roles, type Role } from '@nare/contract/permissions'

/** A token of OPERATORS, for a person or a machine. Without `roles` it may do all but manage people and tokens. */
export type OperatorToken = {
  readonly name: string
  readonly roles: readonly Role[] | undefined
  /** The SHA-256 of the token, in hexadecimal digits. */
  readonly hash: string
}

const role = `(?:${roles.join('|')})`
const one = new RegExp(`^([a-z][a-z0-9._-]{0,39}):(?:(${role}(?:\\+${role})*):)?([0-9a-f]{64})$`)

/** The tokens in a text like `asha:admin:<hash>,baraka:trader+finance:<hash>`; undefined if one of them is wrong. */
export function operatorsOf(text = ''): OperatorToken[] | undefined {
  const tokens: OperatorToken[] = []
  for (const part of text.split(',').filter((given) => given !== '')) {
    const [, name, given, hash] = one.exec(part) ?? []
    if (name === undefined || hash === undefined) return undefined
    tokens.push({ name, roles: given?.split('+') as Role[] | undefined, hash })
  }
  return tokens
}

export const operatorVariables = {
  OPERATORS: z
    .string()
    .refine((text) => operatorsOf(text), {
      error:
        'must be name:roles:<sha256 of the token, 64 hexadecimal digits>, with commas between operators and + between roles',
      abort: true,
    })
    .refine((text) => {
      const names = operatorsOf(text)?.map(({ name }) => name) ?? []
      return new Set(names).size === names.length
    }, 'must name each operator once')
    .optional(),
}
