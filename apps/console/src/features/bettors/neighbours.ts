import { signal } from '../../wire/signal.ts'

/** The bettors of the list that was seen last, in its order. */
export const listed = signal<readonly string[]>([])

/** The bettors before and after one in a list; undefined at its ends, and both for one that is not in it. */
export function neighbours(ids: readonly string[], id: string): { before?: string; after?: string } {
  const at = ids.indexOf(id)
  if (at < 0) return {}
  const [before, after] = [ids[at - 1], ids[at + 1]]
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}
