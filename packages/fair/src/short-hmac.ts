import { hmacSha256, sha256, utf8, type Bytes } from './hash.ts'
import { compress, initialState, toWords, type State } from './sha256-block.ts'

/** The longest message that fits one block with its padding. */
const shortMax = 55
const blockBytes = 64

const block = new Int32Array(16)
const inner = new Int32Array(8)

/**
 * HMAC-SHA256 (RFC 2104) with a fixed key, for many short texts. Writes the eight big-endian words of the digest to `out`.
 * The state after each padded key is computed once, so a text of at most 55 ASCII characters costs two compressions. Longer
 * or non-ASCII texts use the general implementation and give the same result.
 */
export function shortHmac(key: Bytes | string): (text: string, out: State) => void {
  const keyBytes = paddedKey(key)
  const innerStart = afterKey(keyBytes, 0x36)
  const outerStart = afterKey(keyBytes, 0x5c)
  return (text, out) => {
    if (!packAscii(text)) return unpack(hmacSha256(key, text), out)
    compress(inner, innerStart, block)
    for (let word = 0; word < 8; word++) block[word] = inner[word] as number
    block[8] = 0x80000000 | 0
    block.fill(0, 9, 15)
    block[15] = (blockBytes + 32) * 8
    compress(out, outerStart, block)
  }
}

/** Fills the block with a text and its padding. False if it is too long or not ASCII. */
function packAscii(text: string): boolean {
  const { length } = text
  if (length > shortMax) return false
  block.fill(0)
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return false
    block[at >> 2] = (block[at >> 2] as number) | (code << (24 - 8 * (at & 3)))
  }
  block[length >> 2] = (block[length >> 2] as number) | (0x80 << (24 - 8 * (length & 3)))
  block[15] = (blockBytes + length) * 8
  return true
}

function paddedKey(key: Bytes | string): Bytes {
  const bytes = typeof key === 'string' ? utf8(key) : key
  const padded = new Uint8Array(blockBytes)
  padded.set(bytes.length > blockBytes ? sha256(bytes) : bytes)
  return padded
}

/** The state after the block of a key whose bytes are combined with `pad`. */
function afterKey(key: Bytes, pad: number): State {
  const state = new Int32Array(8)
  const padded = key.map((byte) => byte ^ pad)
  toWords(block, padded)
  compress(state, initialState, block)
  return state
}

function unpack(digest: Bytes, out: State): void {
  const view = new DataView(digest.buffer, digest.byteOffset)
  for (let word = 0; word < 8; word++) out[word] = view.getInt32(word * 4)
}
