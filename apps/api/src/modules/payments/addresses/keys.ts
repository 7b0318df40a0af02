import { createHash, createHmac } from 'node:crypto'

const keyChars = 32

/**
 * The key of a callback address: 128 bits of the HMAC-SHA256 of the address's purpose, as 32 hexadecimal characters, because Safaricom rejects
 * some words in addresses. Without the secret nobody can compute a key. The tables store only its hash.
 */
export const callbackKey = (secret: Uint8Array, ...purpose: readonly (string | bigint)[]): string =>
  createHmac('sha256', secret).update(purpose.join('|')).digest('hex').slice(0, keyChars)

/** The stored hash of a key, or of a provider's id of a query. */
export const hashOfKey = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether a text has the form of a key. */
export const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

/** Hides our callback addresses in a text: providers repeat them in their bodies. */
export const withoutKeys = (text: string): string => text.replace(/\/cb(\\?\/)[0-9a-f]{32}/gi, '/cb$1hidden')
