import { constants, createCipheriv, publicEncrypt } from 'node:crypto'
import * as z from 'zod/mini'
import { random } from '#platform/random'
import type { Reply } from '../requests/requests.ts'

/** How Airtel's key seals a PIN: its documents name both. */
export type PinPadding = 'pkcs1' | 'oaep-sha256'

const zKey = z.object({ data: z.object({ key: z.string() }) })
const keyMs = 15 * 60_000

/** Airtel's rotating public key, base64 of DER, as GET /v1/rsa/encryption-keys gives it; kept for a quarter of an hour. */
export function keyCache({ now, fetchKey }: { now: () => number; fetchKey: () => Promise<Reply> }) {
  let kept: { key: string; untilMs: number } | undefined
  return {
    /** The key, and whether it has just been fetched; undefined if none came. */
    async current(): Promise<{ key: string; fresh: boolean } | undefined> {
      if (kept && now() < kept.untilMs) return { key: kept.key, fresh: false }
      const reply = await fetchKey()
      const read = 'body' in reply && reply.status === 200 ? zKey.safeParse(reply.body) : undefined
      if (!read?.success) return undefined
      kept = { key: read.data.data.key, untilMs: now() + keyMs }
      return { key: kept.key, fresh: true }
    },
    forget: (): void => void (kept = undefined),
  }
}

const pemOf = (key: string): string =>
  key.includes('-----BEGIN')
    ? key
    : `-----BEGIN PUBLIC KEY-----\n${key.replaceAll(/\s/g, '').replaceAll(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`

/** A text under Airtel's key, base64; undefined if the key is none. */
export function sealForAirtel(text: string, key: string, padding: PinPadding): string | undefined {
  const how =
    padding === 'pkcs1'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  try {
    return publicEncrypt({ key: pemOf(key), ...how }, Buffer.from(text)).toString('base64')
  } catch {
    return undefined
  }
}

/**
 * The headers with which version 3 signs a request: the body under a key of its own (AES-256-CBC, base64), and that key with its
 * initialization vector under Airtel's.
 */
export function signatureOf(body: object, key: string, padding: PinPadding): Record<string, string> | undefined {
  const [aesKey, iv] = [32, 16].map((bytes) => Buffer.from(random.token(bytes), 'base64url'))
  if (!aesKey || !iv) return undefined
  const cipher = createCipheriv('aes-256-cbc', aesKey, iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(body)), cipher.final()]).toString('base64')
  const xKey = sealForAirtel(`${aesKey.toString('base64')}:${iv.toString('base64')}`, key, padding)
  return xKey === undefined ? undefined : { 'x-signature': sealed, 'x-key': xKey }
}
