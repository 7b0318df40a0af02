import { batcher } from '#platform/batcher'
import type { Db } from '#platform/db'
import { hashOfKey, isKey } from './keys.ts'
import { existingAddresses } from './store.ts'

const knownMax = 50_000
const lookups = { slots: 2, itemsMax: 500, queueMax: 10_000 }

/**
 * Decides whether the key of a callback address is ours. A key that this process has created or seen is found in memory. Any other key is
 * looked up through a separate queue, so that a flood of unknown keys fills no other queue.
 */
export function openKnownAddresses({ db }: { db: Db }) {
  const known = new Set<string>()
  const exists = batcher<string, boolean>({
    ...lookups,
    async run(hashes) {
      const found = await existingAddresses(db, hashes)
      return hashes.map((hash) => found.has(hash))
    },
  })

  /** Remembers the hash of a key of ours. At the limit, forgets the hash that was used longest ago. */
  function remember(hash: string): void {
    known.delete(hash)
    known.add(hash)
    for (const oldest of known) {
      if (known.size <= knownMax) break
      known.delete(oldest)
    }
  }

  /** Whether a key is ours. Throws `QueueFull` if too many keys are being looked up. */
  async function isOurs(key: string): Promise<boolean> {
    if (!isKey(key)) return false
    const hash = hashOfKey(key)
    if (!known.has(hash) && !(await exists(hash))) return false
    remember(hash)
    return true
  }

  return { remember, isOurs }
}
