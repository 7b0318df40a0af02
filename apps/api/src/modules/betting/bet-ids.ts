import { transact, type Db } from '#platform/db'
import { OutcomeUnknown, Overloaded } from '#platform/db-faults'
import { nextBlock } from './place-store.ts'

const idsInBlock = 1000n

export type BetIds = {
  /** As many ids as asked for, none of which anybody else gets. */
  take(count: number): Promise<bigint[]>
  /** Takes ids back that were surely not written. */
  giveBack(ids: readonly bigint[]): void
}

/** Hands out bet ids from blocks of the database's; those who come while a block is fetched wait for the same one. */
export function betIds(db: Db): BetIds {
  const free: bigint[] = []
  let next = 0n
  let end = 0n
  let coming: Promise<void> | undefined
  const refill = async () => {
    next = (await transact(db, nextBlock).catch(notHad)) * idsInBlock
    end = next + idsInBlock
  }
  return {
    async take(count) {
      const taken: bigint[] = []
      while (taken.length < count) {
        const one = free.pop() ?? (next < end ? next++ : undefined)
        if (one !== undefined) {
          taken.push(one)
          continue
        }
        coming ??= refill().finally(() => (coming = undefined))
        await coming
      }
      return taken
    },
    giveBack: (ids) => void free.push(...ids),
  }
}

/** A block of which nobody knows whether it was taken is left unused, so nothing has happened. */
function notHad(error: unknown): never {
  throw error instanceof OutcomeUnknown ? new Overloaded('no bet ids were to be had', { cause: error }) : error
}
