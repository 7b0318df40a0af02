import { constants, createCipheriv, publicEncrypt } from 'node:crypto'
import * as z from 'zod/mini'
import { random } from '#platform/random'
import type { Reply } from '../requests/requests.ts'

/** The padding of a PIN encrypted with Airtel's key: Airtel's documentation names both. */
export type PinPadding = 'pkcs1' | 'oaep-sha256'

const zKey = z.object({ data: z.object({ key: z.string() }) })
const keyMs = 15 * 60_000

/** A cache of Airtel's rotating public key, base64 of DER, from GET /v1/rsa/encryption-keys. A key is used for a quarter of an hour. */
export function keyCache({ now, fetchKey }: { now: () => number; fetchKey: () => Promise<Reply> }) {
  let cached: { key: string; untilMs: number } | undefined
  return {
    /** The key, and whether it has just been fetched; undefined if the fetch failed. */
    async current(): Promise<{ key: string; fresh: boolean } | undefined> {
      if (cached && now() < cached.untilMs) return { key: cached.key, fresh: false }
      const reply = await fetchKey()
      const read = 'body' in reply && reply.status === 200 ? zKey.safeParse(reply.body) : undefined
      if (!read?.success) return undefined
      cached = { key: read.data.data.key, untilMs: now() + keyMs }
      return { key: cached.key, fresh: true }
    },
    forget: (): void => void (cached = undefined),
  }
}

const pemOf = (key: string): string =>
  key.includes('-----BEGIN')
    ? key
    : `-----BEGIN PUBLIC KEY-----\n${key.replaceAll(/\s/g, '').replaceAll(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`

/** Encrypts a text with Airtel's key, as base64; undefined if the key is invalid. */
export function encryptForAirtel(text: string, key: string, padding: PinPadding): string | undefined {
  const options =
    padding === 'pkcs1'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  try {
    return publicEncrypt({ key: pemOf(key), ...options }, Buffer.from(text)).toString('base64')
  } catch {
    return undefined
  }
}

/**
 * The headers that sign a request of version 3: the body encrypted with a random key (AES-256-CBC, base64), and that key with its
 * initialization vector encrypted with Airtel's key.
 */
export function signatureOf(body: object, key: string, padding: PinPadding): Record<string, string> | undefined {
  const [aesKey, iv] = [32, 16].map((bytes) => Buffer.from(random.token(bytes), 'base64url'))
  if (!aesKey || !iv) return undefined
  const cipher = createCipheriv('aes-256-cbc', aesKey, iv)
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(body)), cipher.final()]).toString('base64')
  const xKey = encryptForAirtel(`${aesKey.toString('base64')}:${iv.toString('base64')}`, key, padding)
  return xKey === undefined ? undefined : { 'x-signature': encrypted, 'x-key': xKey }
}
