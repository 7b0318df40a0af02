import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Finds the operator of a token. `operators` maps names to the SHA-256 of their tokens in hexadecimal digits. Every hash is compared,
 * in constant time.
 */
export function operatorTokens(operators: ReadonlyMap<string, string>): (token: string) => string | undefined {
  const hashes = [...operators].map(([name, hash]) => ({ name, hash: Buffer.from(hash, 'hex') }))
  return (token) => {
    const hash = createHash('sha256').update(token).digest()
    let found: string | undefined
    for (const one of hashes) if (timingSafeEqual(one.hash, hash)) found = one.name
    return found
  }
}
