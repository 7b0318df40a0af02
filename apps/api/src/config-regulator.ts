import { join, resolve } from 'node:path'
import * as z from 'zod'
import { isNetwork } from './platform/address-list.ts'

const personal = ['name', 'msisdn'] as const
type Personal = (typeof personal)[number]

const fieldsOf = (text = ''): readonly string[] => text.split(',').filter((field) => field !== '')
const isPersonal = (field: string): field is Personal => personal.some((known) => known === field)

/** The environment variables of what the regulator reads. */
export const regulatorVariables = {
  REGULATOR_ADDRESSES: z
    .string()
    .refine((text) => text.split(',').every(isNetwork), 'must be addresses such as 196.201.212.69 or 196.201.212.0/24')
    .optional(),
  REGULATOR_DIR: z.string().min(1).optional(),
  REGULATOR_FIELDS: z
    .string()
    .refine(
      (text) => fieldsOf(text).every(isPersonal),
      `must be fields of a bettor, with commas: ${personal.join(', ')}`,
    )
    .optional(),
  REGISTER_KEY: z
    .string()
    .regex(/^([0-9a-f]{2}){16,128}$/i, 'must be 32 to 256 hexadecimal digits')
    .optional(),
}

type Given = z.output<z.ZodObject<typeof regulatorVariables>> & { DATA_DIR: string }

/**
 * The settings of what the regulator reads. `addresses` may read it: by default this machine, and in production nobody. `folder` has the files of the
 * days. `personal` are the fields of a bettor that lines have beside the id: by default none. `registerKey` is the
 * authority's key of the register of excluded persons.
 */
export function regulatorOf(e: Given, { production }: { production: boolean }) {
  return {
    addresses: e.REGULATOR_ADDRESSES?.split(',') ?? (production ? [] : ['127.0.0.1', '::1']),
    folder: resolve(e.REGULATOR_DIR ?? join(e.DATA_DIR, 'regulator')),
    personal: fieldsOf(e.REGULATOR_FIELDS).filter(isPersonal),
    registerKey: e.REGISTER_KEY === undefined ? undefined : Buffer.from(e.REGISTER_KEY, 'hex'),
  }
}
