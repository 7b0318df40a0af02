import { markOf, unresolvedOf, type SentIds } from '../../state/sent-ids.ts'

export type CommandIds = ReturnType<typeof commandIds>

/**
 * The ids of one kind of money command. While the outcome of a command is unknown, the next command reuses its id, whatever the
 * amount: the server accepts an id once, so at most one of them takes effect. Amounts are not stored.
 */
export function commandIds(sent: SentIds, { newId, owner }: { newId: () => string; owner: () => unknown }) {
  const unresolved = () => unresolvedOf(sent, owner())
  return {
    /** The id of an unresolved command. */
    unresolved: (): string | undefined => unresolved()[0]?.id,
    /** The id for the next command, and whether an earlier unresolved command has it. */
    next(): { id: string; earlier: boolean } {
      const [before] = unresolved()
      const id = before?.id ?? newId()
      if (!before) sent.keep(markOf(owner()), id)
      return { id, earlier: before !== undefined }
    },
    /** Marks the command with this id as resolved. */
    done(id: string): void {
      for (const [mark, sentId] of sent.all()) if (sentId === id) sent.drop(mark)
    },
  }
}
