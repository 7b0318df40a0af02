import type { Failed } from '@nare/client/call'

export type CommandIds = ReturnType<typeof commandIds>

/** The id of a money command: the same for the same content until it took effect, so sending again pays once. */
export function commandIds(newId: () => string) {
  let kept: { content: string; id: string; unknown: boolean } | undefined
  return {
    of(content: string): string {
      if (kept?.content !== content) kept = { content, id: newId(), unknown: false }
      return kept.id
    },
    done: (): void => void (kept = undefined),
    /**
     * Whether the present command may have taken effect all the same: no answer came, none that can be read, or the server
     * failed. One of which that is so does not become certain because a later try never left.
     */
    mayHaveWorked({ status, code }: Pick<Failed, 'status' | 'code'>): boolean {
      if (code === 'not_sent') return kept?.unknown === true
      const unknown = status === 0 || status >= 500 || code === 'bad_answer'
      if (kept && unknown) kept.unknown = true
      return unknown
    },
  }
}
