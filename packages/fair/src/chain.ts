import { sha256, type Bytes } from './hash.ts'

/**
 * A SHA-256 chain over raw bytes: link 0 is `first`, each further link the hash of the previous one. Returns all `length` + 1
 * links; the last one is the tip, which is published first.
 */
export function chainOf(first: Bytes, length: number): Bytes[] {
  const links = [first]
  for (let at = 0; at < length; at++) links.push(sha256(links[at] as Bytes))
  return links
}

/** Hashes `link` that many times. For the link of draw number `times`, the result is the tip. */
export function tipOf(link: Bytes, times: number): Bytes {
  let at = link
  for (let n = 0; n < times; n++) at = sha256(at)
  return at
}
