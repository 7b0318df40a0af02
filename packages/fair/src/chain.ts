import { sha256, type Bytes } from './hash.ts'

/**
 * A chain of SHA-256 over raw bytes: link 0 is `first`, each further link the hash of the one before. Answers all links, `length` + 1
 * of them; the last is the tip that is published first.
 */
export function chainOf(first: Bytes, length: number): Bytes[] {
  const links = [first]
  for (let at = 0; at < length; at++) links.push(sha256(links[at] as Bytes))
  return links
}

/** What comes of hashing `times` times: the tip, where `link` was used that many draws after it. */
export function tipOf(link: Bytes, times: number): Bytes {
  let at = link
  for (let n = 0; n < times; n++) at = sha256(at)
  return at
}
