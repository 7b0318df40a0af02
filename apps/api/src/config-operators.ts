import * as z from 'zod'
import { roles, type Role } from '@nare/contract/permissions'
import { isNetwork } from './platform/address-list.ts'
import { keyOf, keyVariable } from './config-keys.ts'

/** A token of OPERATORS, for a person or a machine. Without `roles` it may do all but manage people and tokens; `only` is its single permission. */
export type OperatorToken = {
  readonly name: string
  readonly roles: readonly Role[] | undefined
  readonly only?: 'export.read'
  /** The SHA-256 of the token, in hexadecimal digits. */
  readonly hash: string
}

const role = `(?:${roles.join('|')})`
const one = new RegExp(`^([a-z][a-z0-9._-]{0,39}):(?:(${role}(?:\\+${role})*|export\\.read):)?([0-9a-f]{64})$`)

/** The tokens in a text like `asha:admin:<hash>,baraka:trader+finance:<hash>`; undefined if one of them is wrong. */
export function operatorsOf(text = ''): OperatorToken[] | undefined {
  const tokens: OperatorToken[] = []
  for (const part of text.split(',').filter((given) => given !== '')) {
    const [, name, given, hash] = one.exec(part) ?? []
    if (name === undefined || hash === undefined) return undefined
    if (given === 'export.read') tokens.push({ name, roles: [], only: given, hash })
    else tokens.push({ name, roles: given?.split('+') as Role[] | undefined, hash })
  }
  return tokens
}

export const operatorVariables = {
  OPERATORS: z
    .string()
    .refine((text) => operatorsOf(text), {
      error:
        'must be name:roles:<sha256 of the token, 64 hexadecimal digits>, with commas between operators and + between roles, or export.read in their place',
      abort: true,
    })
    .refine((text) => {
      const names = operatorsOf(text)?.map(({ name }) => name) ?? []
      return new Set(names).size === names.length
    }, 'must name each operator once')
    .optional(),
  CONSOLE_URL: z
    .url()
    .transform((text) => text.replace(/\/$/, ''))
    .refine((text) => new URL(text).origin === text, 'must be an origin such as https://console.example')
    .optional(),
  CONSOLE_ADDRESSES: z
    .string()
    .refine((text) => text.split(',').every(isNetwork), 'must be addresses such as 196.201.212.69 or 196.201.212.0/24')
    .optional(),
  STAFF_KEY: keyVariable,
}

type Given = z.output<z.ZodObject<typeof operatorVariables>> & {
  SANDBOX?: string | undefined
  PUBLIC_URL?: string | undefined
}
type Around = { readonly sandbox: boolean; readonly production: boolean; readonly wrong: string[] }

/** The settings of the console and of the house's people. */
export function consoleOf(e: Given, { sandbox, production, wrong }: Around) {
  if (production && e.CONSOLE_URL !== undefined && !e.CONSOLE_URL.startsWith('https://'))
    wrong.push('CONSOLE_URL: must be an https address in production')
  const isPublic =
    e.SANDBOX === 'public' || (e.PUBLIC_URL !== undefined && !loopback.test(new URL(e.PUBLIC_URL).hostname))
  const demo = !sandbox ? 'none' : isPublic ? 'secret' : 'known'
  return {
    url: e.CONSOLE_URL,
    addresses: e.CONSOLE_ADDRESSES?.split(',') ?? [],
    /** Encrypts the secrets of one-time codes; without it a key is created in the data folder. */
    staffKey: keyOf(e.STAFF_KEY),
    /** The sandbox's demo people: with the known password, with random ones where strangers can reach it, or none. */
    demo: demo as 'none' | 'known' | 'secret',
  }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
