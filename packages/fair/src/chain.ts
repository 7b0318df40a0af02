import { sha256, type Bytes } from './hash.ts'
import { compress, initialState, toBytes, toWords } from './sha256-block.ts'

/**
 * A SHA-256 chain over raw bytes: link 0 is `first`, each further link the hash of the previous one. Returns all `length` + 1
 * links; the last one is the tip, which is published first.
 */
export function chainOf(first: Bytes, length: number): Bytes[] {
  const links = [first]
  for (let at = 0; at < length; at++) links.push(hashLink(links[at] as Bytes))
  return links
}

/** Hashes `link` that many times. For the link of draw number `times`, the result is the tip. */
export function tipOf(link: Bytes, times: number): Bytes {
  let at = link
  for (let n = 0; n < times; n++) at = hashLink(at)
  return at
}

const linkBytes = 32
/** A link and its padding are one block. */
const block = new Int32Array(16)
block[8] = 0x80000000 | 0
block[15] = linkBytes * 8
const state = new Int32Array(8)

function hashLink(link: Bytes): Bytes {
  if (link.length !== linkBytes) return sha256(link)
  toWords(block, link)
  compress(state, initialState, block)
  return toBytes(state)
}
