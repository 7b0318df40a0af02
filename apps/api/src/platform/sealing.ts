import { createCipheriv, createDecipheriv } from 'node:crypto'
import { openKeys, type KeySource } from './key-file.ts'
import { random } from './random.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** By how many bytes a sealed content is longer. */
export const sealBytes = ivBytes + tagBytes

/**
 * Encrypts what is stored with AES-256-GCM. Each content has a new initialization vector and is bound to the id of what it belongs to. The current key
 * seals, and the ones that it replaced still open.
 */
export function openSealing(from: KeySource) {
  const keysOf = openKeys(from)
  return {
    async seal(id: string, secret: Uint8Array): Promise<Buffer> {
      const [key = new Uint8Array()] = await keysOf()
      const iv = Buffer.from(random.token(ivBytes), 'base64url')
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(id))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },

    /** Decrypts a secret; undefined if no key fits or the bytes were altered. */
    async open(id: string, bytes: Buffer): Promise<Uint8Array | undefined> {
      for (const key of await keysOf()) {
        const opened = openBy(key, id, bytes)
        if (opened) return opened
      }
      return undefined
    },
  }
}

function openBy(key: Uint8Array, id: string, bytes: Buffer): Uint8Array | undefined {
  if (bytes.length < sealBytes) return undefined
  const opener = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  opener.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(ivBytes, sealBytes))
  try {
    return Buffer.concat([opener.update(bytes.subarray(sealBytes)), opener.final()])
  } catch {
    return undefined
  }
}

export type Sealing = ReturnType<typeof openSealing>

/** 32 new random bytes. */
export const randomSecret = (): Uint8Array => Buffer.from(random.token(32), 'base64url')
