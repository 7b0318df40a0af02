import { markOf, sentBy, type SentIds } from '../../state/sent-ids.ts'

export type CommandIds = ReturnType<typeof commandIds>

/**
 * The ids of one kind of money command. As long as nobody knows what became of one, its id goes with whatever the bettor sends
 * next, whatever the amount: the server takes an id once, so at most one of them takes effect. No amount is kept.
 */
export function commandIds(sent: SentIds, { newId, owner }: { newId: () => string; owner: () => unknown }) {
  const open = () => sentBy(sent, owner())
  return {
    /** The id of a command that was not answered yet. */
    unanswered: (): string | undefined => open()[0]?.id,
    /** The id to send a command under now, and whether an earlier one that was not answered had it. */
    next(): { id: string; earlier: boolean } {
      const [before] = open()
      const id = before?.id ?? newId()
      if (!before) sent.keep(markOf(owner()), id)
      return { id, earlier: before !== undefined }
    },
    /** It is known what became of the command with this id. */
    done(id: string): void {
      for (const [mark, each] of sent.all()) if (each === id) sent.drop(mark)
    },
  }
}
