import * as z from 'zod'
import type { GivenKey } from '#platform/key-file'

/** A key of 32 bytes as 64 hexadecimal digits. With commas those follow that it replaced, at most three: they only open what they have sealed. */
export const keyVariable = z
  .string()
  .regex(/^[0-9a-f]{64}(,[0-9a-f]{64}){0,3}$/i, 'must be 64 hexadecimal digits, with a comma before each earlier key')
  .optional()

const secretMin = 16

/** A secret text of 16 characters or more, or several with commas: the current one and those that it replaced. */
export const secretVariable = z.string().min(secretMin)

/** The secrets of a variable. One with a comma in it is also a secret as a whole. */
export function secretsOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const parts = text.split(',')
  return parts.length > 1 && parts.every((part) => part.length >= secretMin) ? [...parts, text] : [text]
}

/** The keys of a variable, the current one first; undefined if it is not set. */
export function keyOf(text: string | undefined): GivenKey | undefined {
  const [key, ...earlier] = (text ?? '').split(',').map((one) => Buffer.from(one, 'hex'))
  return text === undefined || key === undefined ? undefined : { key, earlier }
}
