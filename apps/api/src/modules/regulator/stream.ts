import { monotonicMs } from '#platform/clock'
import type { Lines } from './lines.ts'

export type Stream = ReturnType<typeof openStream>

/** How often readers of this process have new rows numbered. */
const numberEveryMs = 1_000

/** The lines as a stream with a cursor. */
export function openStream(lines: Lines) {
  let last: { readonly atMs: number; readonly upTo: Promise<bigint> } | undefined

  /** The highest number, at most a second old. */
  function newest(): Promise<bigint> {
    if (last && monotonicMs() - last.atMs < numberEveryMs) return last.upTo
    const upTo = lines.number()
    last = { atMs: monotonicMs(), upTo }
    upTo.catch(() => (last = undefined))
    return upTo
  }

  return {
    /**
     * The lines after a number, at most `limit`, as texts of some lines each. The number of the last line continues it. Nothing comes before it
     * later: a line gets its number when no row can be committed any more that would be before it.
     */
    async *read({ after, limit }: { after: bigint; limit: number }): AsyncGenerator<string> {
      const upTo = await newest()
      let left = limit
      for await (const step of lines.between({ after, upTo })) {
        const own = step.slice(0, left)
        left -= own.length
        if (own.length > 0) yield own.map(({ text }) => text).join('')
        if (left === 0) return
      }
    },
  }
}
