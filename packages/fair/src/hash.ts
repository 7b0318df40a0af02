import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Raw bytes: a key, a seed, a hash. */
export type Bytes = Uint8Array

/** SHA-256 (FIPS 180-4): 32 bytes. Text is encoded as UTF-8. */
export function sha256(message: Bytes | string): Bytes {
  return digest(bytesOf(message))
}

/** HMAC-SHA256 (RFC 2104): 32 bytes. Text is encoded as UTF-8. */
export function hmacSha256(key: Bytes | string, message: Bytes | string): Bytes {
  return hmac(digest, bytesOf(key), bytesOf(message))
}

/** Text as UTF-8 bytes. */
export function utf8(text: string): Bytes {
  return utf8ToBytes(text)
}

/** Bytes as lower-case hexadecimal text. */
export function toHex(bytes: Bytes): string {
  return bytesToHex(bytes)
}

/** Parses hexadecimal text. Throws if it is invalid. */
export function fromHex(text: string): Bytes {
  return hexToBytes(text)
}

function bytesOf(given: Bytes | string): Bytes {
  return typeof given === 'string' ? utf8(given) : given
}
