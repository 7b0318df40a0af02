import { createCipheriv, createDecipheriv } from 'node:crypto'
import { openKey, type KeySource } from './key-file.ts'
import { random } from './random.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts the stored secrets of draws with AES-256-GCM. Each has a new initialization vector and is bound to the id of its draw. */
export function openSealing(from: KeySource) {
  const keyOf = openKey(from)
  return {
    async seal(id: string, secret: Uint8Array): Promise<Buffer> {
      const iv = Buffer.from(random.token(ivBytes), 'base64url')
      const cipher = createCipheriv(algorithm, await keyOf(), iv).setAAD(Buffer.from(id))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },

    /** Decrypts a secret; undefined if the key differs or the bytes were altered. */
    async open(id: string, bytes: Buffer): Promise<Uint8Array | undefined> {
      if (bytes.length < ivBytes + tagBytes) return undefined
      const opener = createDecipheriv(algorithm, await keyOf(), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      opener.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return Buffer.concat([opener.update(bytes.subarray(ivBytes + tagBytes)), opener.final()])
      } catch {
        return undefined
      }
    },
  }
}

export type Sealing = ReturnType<typeof openSealing>

/** 32 new random bytes. */
export const randomSecret = (): Uint8Array => Buffer.from(random.token(32), 'base64url')
