import { hash } from 'node:crypto'
import { sameSignature } from '../signatures.ts'

/** Parses a form. Undefined if the bytes are not a form in UTF-8 or a name is repeated. */
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

/** True if `hash` is the MD5 of all other non-empty parameters (k=v, sorted by name, joined by &) followed by the secret. */
export function isSigned(form: Form, secret: string): boolean {
  const signed = [...form]
    .filter(([name, value]) => name !== 'hash' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return sameSignature(form.get('hash')?.toLowerCase(), hash('md5', signed + secret))
}
