import type { Db } from '#platform/db'
import { nextBlock } from './place-store.ts'

const idsInBlock = 1000n

/** Hands out bet ids from blocks of the database's; those who come while a block is fetched wait for the same one. */
export function betIds(db: Db): () => Promise<bigint> {
  let next = 0n
  let end = 0n
  let coming: Promise<void> | undefined
  const refill = async () => {
    next = (await nextBlock(db)) * idsInBlock
    end = next + idsInBlock
  }
  return async () => {
    while (next >= end) {
      coming ??= refill().finally(() => (coming = undefined))
      await coming
    }
    return next++
  }
}
