import { transact, type Db } from '#platform/db'
import { OutcomeUnknown, Overloaded } from '#platform/db-faults'
import { nextBlock } from './store.ts'

const idsInBlock = 1000n

export type TicketIds = {
  /** Reserves this many unused ids. */
  reserve(count: number): Promise<bigint[]>
  /** Makes reserved ids available again; only for ids that were certainly not written. */
  release(ids: readonly bigint[]): void
}

/** Hands out bet ids from blocks of 1,000, each fetched from the database once: concurrent callers share one fetch. */
export function ticketIds(db: Db): TicketIds {
  const free: bigint[] = []
  let next = 0n
  let end = 0n
  let fetching: Promise<void> | undefined
  const refill = async () => {
    next = (await transact(db, nextBlock).catch(asOverloaded)) * idsInBlock
    end = next + idsInBlock
  }
  return {
    async reserve(count) {
      const reserved: bigint[] = []
      while (reserved.length < count) {
        const id = free.pop() ?? (next < end ? next++ : undefined)
        if (id !== undefined) {
          reserved.push(id)
          continue
        }
        fetching ??= refill().finally(() => (fetching = undefined))
        await fetching
      }
      return reserved
    },
    release: (ids) => void free.push(...ids),
  }
}

/** A block whose transaction has no confirmed outcome is never used, so the caller may report that nothing happened. */
function asOverloaded(error: unknown): never {
  throw error instanceof OutcomeUnknown ? new Overloaded('no bet ids are available', { cause: error }) : error
}

/** True if a text from outside may be the id of a ticket. */
export const isBetId = (text: string): boolean => /^\d{1,18}$/.test(text)
