import { timingSafeEqual } from 'node:crypto'

/** Whether a signature is the expected one, in a time that does not depend on where they differ. Letter case counts. */
export function sameSignature(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
