import { createHash, createHmac } from 'node:crypto'

const keyChars = 32

/**
 * The key of a callback address: HMAC-SHA256 of what the address is for, 128 bits of it as 32 hexadecimal characters, free of the words
 * that Safaricom refuses in an address. Whoever has not the secret cannot make one, and the tables hold only its hash.
 */
export const callbackKey = (secret: Uint8Array, ...purpose: readonly (string | bigint)[]): string =>
  createHmac('sha256', secret).update(purpose.join('|')).digest('hex').slice(0, keyChars)

/** What is stored of a key, or of a provider's number of a question. */
export const hashOfKey = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether a text could be a key. */
export const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

/** A text in which no callback address can be read: a provider repeats ours in its bodies. */
export const withoutKeys = (text: string): string => text.replace(/\/cb(\\?\/)[0-9a-f]{32}/gi, '/cb$1hidden')
