import { constants, privateDecrypt, type KeyObject } from 'node:crypto'
import { random } from '#platform/random'

/** Tokens of a fake provider: giving an app a new one ends the one before. */
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

/** What was sealed under this key by RSA PKCS#1 v1.5; undefined where it was not. */
export function opens(key: KeyObject, sealed: string): string | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(sealed, 'base64')).toString()
  } catch {
    return undefined
  }
}
