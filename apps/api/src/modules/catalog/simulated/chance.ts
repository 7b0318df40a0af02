/**
 * A deterministic number in [0, 1) for a key, uniform over keys. It is predictable, so it is for the simulation only: never for
 * money, a draw or anything that must be fair.
 * FNV-1a over UTF-16 units (draft-eastlake-fnv), then the MurmurHash3 finaliser, so that similar keys give unrelated numbers.
 */
export function uniform(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
