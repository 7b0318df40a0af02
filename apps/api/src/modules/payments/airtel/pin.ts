import { createCipheriv } from 'node:crypto'
import * as z from 'zod/mini'
import { encryptWith, type Padding } from '#platform/encrypt-with'
import { random } from '#platform/random'
import type { Reply } from '../requests/requests.ts'

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

/**
 * The headers that sign a request of version 3: the body encrypted with a random key (AES-256-CBC, base64), and that key with its
 * initialization vector encrypted with Airtel's key.
 */
export function signatureOf(body: object, key: string, padding: Padding): Record<string, string> | undefined {
  const [aesKey, iv] = [32, 16].map((bytes) => Buffer.from(random.token(bytes), 'base64url'))
  if (!aesKey || !iv) return undefined
  const cipher = createCipheriv('aes-256-cbc', aesKey, iv)
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(body)), cipher.final()]).toString('base64')
  const xKey = encryptWith(key, `${aesKey.toString('base64')}:${iv.toString('base64')}`, padding)
  return xKey === undefined ? undefined : { 'x-signature': encrypted, 'x-key': xKey }
}
