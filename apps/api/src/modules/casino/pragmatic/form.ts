import { hash } from 'node:crypto'
import { sameSignature } from '../signatures.ts'

/** The parameters of a form; undefined if the bytes are no form in UTF-8 or a name comes twice. */
export type Form = ReadonlyMap<string, string>

const fieldsMax = 100

export function readForm(raw: Uint8Array): Form | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(raw)
    const pairs = [...new URLSearchParams(text)]
    const form = new Map(pairs)
    return form.size === pairs.length && form.size <= fieldsMax ? form : undefined
  } catch {
    return undefined
  }
}

/** Whether `hash` is the MD5 of all other parameters that are not empty, as k=v sorted by name and joined by &, and the secret. */
export function isSigned(form: Form, secret: string): boolean {
  const signed = [...form]
    .filter(([name, value]) => name !== 'hash' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return sameSignature(form.get('hash')?.toLowerCase(), hash('md5', signed + secret))
}
