import { hmacSha256, type Bytes } from '@nare/fair/hash'

/** m(t) = e^(growth × t), t in milliseconds. */
const growth = 0.00006
const range = 2n ** 52n

/**
 * The crash point of a game in hundredths: x = HMAC-SHA256(key = the salt as text, message = the 32 bytes of the game's hash),
 * r = its first 52 bits, max(1, floor(return / (1 - r / 2^52)) / 100), in integers. `returnPercent` is 97, and 99 for the public
 * chain of bustabit, whose formula this is.
 */
export function crashPoint({
  salt,
  hash,
  returnPercent = 97,
}: {
  salt: string
  hash: Bytes
  returnPercent?: number
}): number {
  const x = hmacSha256(salt, hash)
  let r = 0n
  for (const byte of x.subarray(0, 7)) r = (r << 8n) | BigInt(byte)
  const point = (BigInt(returnPercent) * range) / (range - (r >> 4n))
  return point < 100n ? 100 : Number(point)
}

/** The multiplier in hundredths after a flight of `ms` whole milliseconds, rounded down. */
export function multiplierAt(ms: number): number {
  return Math.floor(100 * Math.exp(growth * ms))
}

/** The first millisecond of a flight at which the multiplier has reached `hundredths`. */
export function reachedAt(hundredths: number): number {
  let ms = Math.max(0, Math.floor(Math.log(hundredths / 100) / growth) - 2)
  while (multiplierAt(ms) < hundredths) ms++
  while (ms > 0 && multiplierAt(ms - 1) >= hundredths) ms--
  return ms
}
