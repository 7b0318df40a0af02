import { constants, privateDecrypt, type KeyObject } from 'node:crypto'
import { random } from '#platform/random'

/** Tokens of a fake provider: a new token of an app revokes the previous one. */
export function openTokens() {
  const current = new Map<string, string>()
  return {
    give(app: string): string {
      const token = random.token(18)
      current.set(app, token)
      return token
    },
    end(token: string): void {
      for (const [app, one] of current) if (one === token) current.delete(app)
    },
    isGood: (token: string): boolean => [...current.values()].includes(token),
  }
}

/** Decrypts a text by RSA PKCS#1 v1.5; undefined if that fails. */
export function opens(key: KeyObject, sealed: string): string | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(sealed, 'base64')).toString()
  } catch {
    return undefined
  }
}
