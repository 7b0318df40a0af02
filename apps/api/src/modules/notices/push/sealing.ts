import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'
import { random } from '#platform/random'

export const curve = 'prime256v1'
/** The keys of a browser: its public key as an uncompressed point, and its secret of 16 bytes. */
export type BrowserKeys = { readonly p256dh: Uint8Array; readonly auth: Uint8Array }
/** What must be new for each message; a test gives that of the example in the RFC. */
export type Fresh = { readonly privateKey: Uint8Array; readonly salt: Uint8Array }

const saltBytes = 16
const recordBytes = 4096

/** The largest text: one record, with its end and its tag. */
export const plainBytesMax = recordBytes - 17

const bytes = (count: number): Buffer => Buffer.from(random.token(count), 'base64url')
const newFresh = (): Fresh => ({ privateKey: bytes(32), salt: bytes(saltBytes) })

/**
 * Encrypts a message for a browser as one record of the coding `aes128gcm`, by RFC 8291 and RFC 8188: the shared secret of a new key and the
 * browser's, and the browser's secret, give the key. The push service cannot read it.
 */
export function seal(
  plain: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  { privateKey, salt }: Fresh = newFresh(),
): Buffer {
  if (plain.length > plainBytesMax) throw new Error('a message for a browser is too long')
  const own = createECDH(curve)
  own.setPrivateKey(privateKey)
  const ownPublic = own.getPublicKey()
  const shared = own.computeSecret(p256dh)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derived = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([
    ...[salt, size, Buffer.from([ownPublic.length]), ownPublic],
    // 2 ends the last record.
    ...[cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()],
  ])
}
