/**
 * SHA-256 (FIPS 180-4) one block at a time, for callers that hash millions of short messages and keep the state between them. For
 * anything else use `sha256` of hash.ts, which this must always equal.
 */

/** The state: eight 32-bit words. */
export type State = Int32Array

/** A message block: sixteen 32-bit words, big-endian. */
export type Block = Int32Array

/** The state before the first block (FIPS 180-4, 5.3.3). */
export const initialState: State = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)

/** The round constants (FIPS 180-4, 4.2.2). */
const constants = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)

const schedule = new Int32Array(64)

/** Writes the state after `block` to `out`, which may be `from` itself (FIPS 180-4, 6.2.2). */
export function compress(out: State, from: State, block: Block): void {
  const w = schedule
  for (let t = 0; t < 16; t++) w[t] = block[t] as number
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15] as number
    const y = w[t - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[t] = ((w[t - 16] as number) + s0 + (w[t - 7] as number) + s1) | 0
  }
  let a = from[0] as number
  let b = from[1] as number
  let c = from[2] as number
  let d = from[3] as number
  let e = from[4] as number
  let f = from[5] as number
  let g = from[6] as number
  let h = from[7] as number
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[t] as number) + (w[t] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  out[0] = (from[0] as number) + a
  out[1] = (from[1] as number) + b
  out[2] = (from[2] as number) + c
  out[3] = (from[3] as number) + d
  out[4] = (from[4] as number) + e
  out[5] = (from[5] as number) + f
  out[6] = (from[6] as number) + g
  out[7] = (from[7] as number) + h
}

/** Packs bytes into the first words of a block. The length is a multiple of four. */
export function toWords(block: Block, bytes: Uint8Array): void {
  for (let n = 0, word = 0; n < bytes.length; n += 4, word++) {
    block[word] =
      ((bytes[n] as number) << 24) |
      ((bytes[n + 1] as number) << 16) |
      ((bytes[n + 2] as number) << 8) |
      (bytes[n + 3] as number)
  }
}

/** The state as 32 big-endian bytes. */
export function toBytes(state: State): Uint8Array {
  const out = new Uint8Array(32)
  const view = new DataView(out.buffer)
  for (let word = 0; word < 8; word++) view.setInt32(word * 4, state[word] as number)
  return out
}
