import { timingSafeEqual } from 'node:crypto'

/** Compares a signature with the expected one in constant time. Case-sensitive. */
export function sameSignature(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
